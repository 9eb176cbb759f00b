import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import { type RemoteLimits, remoteLimits } from '../../contract/limits.ts';
import { replaceFile } from '../../kit/private-files.ts';
import type { OpenProtocol, ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { capabilities } from './answer.ts';
import { claimSocket } from './claim-socket.ts';
import { RemoteConnection, type Shared } from './connection.ts';
import { CorrelationIds } from './correlation-ids.ts';
import { remoteProtocolVersion } from './frame.ts';
import { newToken, removeTokenFile } from './token.ts';

export interface RemoteProtocolOptions {
  readonly vault: ServedVault;
  readonly socket: string;
  readonly tokenFile: string;
  readonly limits?: Partial<RemoteLimits>;
  /** The socket was removed or replaced, and the last client has left. */
  readonly onAbandoned?: () => void;
}

/** Opens the protocol to one vault. The token is written last: clients take it for readiness. */
export async function openRemoteProtocol(
  host: ProtocolHost,
  options: RemoteProtocolOptions,
): Promise<OpenProtocol> {
  const { vault, socket, tokenFile } = options;
  const limits = { ...remoteLimits, ...options.limits };
  const log = host.log.as('remote');
  const token = newToken();
  const connections = new Set<RemoteConnection>();
  const shared: Shared = {
    vault,
    sessions: host.sessions,
    limits,
    correlationIds: new CorrelationIds(host.clock),
    log,
    isToken: token.is,
    info: () => ({
      version: host.version,
      protocolVersion: remoteProtocolVersion,
      capabilities,
      vaultRoot: vault.root,
    }),
  };
  const server = createServer({ allowHalfOpen: true }, (peer) => {
    log.info('a client connected', { clients: connections.size + 1 });
    const connection = new RemoteConnection(peer, shared);
    connections.add(connection);
    void connection.closed.then(() => {
      connections.delete(connection);
      log.info('a client left', { clients: connections.size });
    });
  });
  server.maxConnections = limits.connectionsMax;
  const file = await claimSocket(server, socket);
  try {
    mkdirSync(dirname(tokenFile), { recursive: true, mode: 0o700 });
    rmSync(tokenFile, { force: true });
    replaceFile(tokenFile, token.text);
  } catch (thrown) {
    file.remove();
    server.close();
    throw thrown;
  }

  let isLost = false;
  const check = setInterval(() => {
    if (!isLost && !file.isOurs()) log.warn('the socket was removed or replaced', { socket });
    isLost ||= !file.isOurs();
    if (isLost && connections.size === 0) options.onAbandoned?.();
  }, limits.socketCheckMs).unref();

  return {
    protocol: 'remote',
    lines: [`${vault.name}  socket ${socket}  token ${tokenFile}`],
    async close() {
      clearInterval(check);
      file.remove();
      removeTokenFile(tokenFile, token);
      await stop(server, connections, limits.stopMs);
    },
  };
}

/** Accepts no new client; those that are connected get their answers, within `stopMs`. */
async function stop(
  server: Server,
  connections: ReadonlySet<RemoteConnection>,
  stopMs: number,
): Promise<void> {
  const closed = Promise.all([
    new Promise((resolve) => server.close(resolve)),
    ...Array.from(connections, (connection) => connection.closed),
  ]);
  for (const connection of connections) connection.end();
  const deadline = setTimeout(() => {
    for (const connection of connections) connection.destroy();
  }, stopMs);
  await closed;
  clearTimeout(deadline);
}
