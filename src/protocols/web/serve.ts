import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { VaultError } from '../../contract/errors.ts';
import { httpLimits, type WebLimits, webLimits } from '../../contract/limits.ts';
import { takeTurns } from '../../kit/http-turns.ts';
import type { HealthMonitor } from '../../operations/daemon-facts.ts';
import type { OpenProtocol, ProtocolHost } from '../../operations/protocol.ts';
import { Assets } from './assets.ts';
import { BrowserPages } from './connection.ts';
import { EventHub } from './event-hub.ts';
import { Logins } from './logins.ts';
import { followAll } from './publish.ts';
import { answerRequest } from './route.ts';
import type { WebPlaces, WebSettings } from './settings.ts';
import { StateFile } from './state-file.ts';

export interface WebProtocolOptions {
  readonly host: ProtocolHost;
  readonly health: HealthMonitor;
  readonly settings: WebSettings;
  readonly places: WebPlaces;
  readonly limits?: Partial<WebLimits>;
}

export interface WebProtocol extends OpenProtocol {
  /** A link that lets one browser in, once. */
  newLink(): string;
  /** New settings count from now on; the port stays. */
  reconfigure(settings: WebSettings): void;
}

const loopback = '127.0.0.1';

/** Opens the dashboard on a loopback port. */
export async function openWebProtocol(options: WebProtocolOptions): Promise<WebProtocol> {
  const { host, health, places } = options;
  const log = host.log.as('web');
  const limits = { ...webLimits, ...options.limits };
  let { settings } = options;
  const onError = (thrown: unknown) => log.error('the web protocol', { error: String(thrown) });
  const state = new StateFile(places.stateFile, onError);
  const logins = new Logins(host.clock, state);
  const hub = new EventHub(onError);
  const pages: BrowserPages = new BrowserPages({
    sessions: host.sessions,
    clock: host.clock,
    limits,
    disconnect(login) {
      logins.end(login);
      pages.closeLogin(login);
    },
  });
  const gate = () => ({ port, name: settings.name, extraHosts: settings.extraHosts });
  const reach = { host, limits, assets: new Assets(places.assets), logins, pages, hub, gate };
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytesMax,
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.lookMs,
    },
    takeTurns(
      (request, response) => void answerRequest(request, response, reach),
      httpLimits.requestsWaitingMax,
    ),
  );
  server.maxConnections = limits.connectionsMax;
  server.on('connection', (socket) => dropSilent(socket, limits.headersMs));
  const port = await listen(server, settings.port, state.read().port);
  if (port !== state.read().port) state.update({ port });
  const unfollow = followAll(host, health, hub);
  const address = () => `http://${settings.name}:${port}`;
  const newLink = () => `${address()}/open?key=${logins.newKey()}`;
  return {
    protocol: 'web',
    lines: [`${address()}  (vaultd open)`],
    greet: () => [newLink()],
    status: () => ({ port, pages: pages.streamCount }),
    newLink,
    reconfigure(next) {
      settings = next;
    },
    async close() {
      unfollow();
      pages.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), limits.closeMs);
      await closed;
      clearTimeout(late);
    },
  };
}

/** The server's own clock starts with the first byte, so whoever sends none would stay for ever. */
function dropSilent(socket: Socket, afterMs: number): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy();
  }, afterMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** The port that was asked for is the only one; else that of last time, or any that is free. */
async function listen(
  server: Server,
  wanted: number | undefined,
  remembered: number | undefined,
): Promise<number> {
  const tries = wanted === undefined ? [remembered ?? 0, 0] : [wanted];
  for (const port of tries) {
    try {
      return await listenAt(server, port);
    } catch (thrown) {
      if (port === tries.at(-1)) throw cannotListen(port, thrown);
    }
  }
  throw cannotListen(0);
}

function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function cannotListen(port: number, cause?: unknown): VaultError {
  return new VaultError('unavailable', `Port ${port} on ${loopback} cannot be used.`, {
    reason: 'config',
    hint: 'Choose another one with web.port in the configuration, or none.',
    cause,
  });
}
