import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { openEngine } from '../src/engine/engine.ts';
import { systemClock } from '../src/kit/clock.ts';
import { silentLog } from '../src/kit/log.ts';
import { Sessions } from '../src/operations/sessions.ts';
import { connect, type RemoteClient } from '../src/protocols/remote/client/index.ts';
import { toFrame } from '../src/protocols/remote/frame.ts';
import { openRemoteProtocol } from '../src/protocols/remote/serve.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

/** An open remote protocol on a vault with one note, `note.md`, that says `0`. */
export interface Protocol {
  readonly root: string;
  readonly token: string;
  client(): Promise<RemoteClient>;
  /** A connection without manners. */
  raw(): Promise<Socket>;
}

/** Runs with an open protocol on a fresh vault, and counts what nobody caught. */
export async function atProtocol(
  run: (protocol: Protocol) => Promise<FaultReport>,
): Promise<FaultReport> {
  let crashes = 0;
  const onCrash = () => {
    crashes++;
  };
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
  try {
    return await inFreshFolders(async ({ root, stateDir }) => {
      writeFileSync(join(root, 'note.md'), '0');
      const engine = await openEngine({ root, stateDir, live: true, durability: 'rename' });
      const sessions = new Sessions({ clock: systemClock, log: silentLog });
      const [socket, tokenFile] = [join(stateDir, 's'), join(stateDir, 'token')];
      const host = { vaults: [engine], sessions, version: '0', clock: systemClock, log: silentLog };
      const protocol = await openRemoteProtocol(host, { vault: engine, socket, tokenFile });
      const token = readFileSync(tokenFile, 'utf8');
      const client = () => connect({ socket, token });
      const report = await run({ root, token, client, raw: () => connectRaw(socket) });
      await protocol.close();
      const left = sessions.list().length;
      await engine.close();
      return { ...report, losses: { ...report.losses, crashes, 'sessions left': left } };
    });
  } finally {
    process.off('uncaughtException', onCrash);
    process.off('unhandledRejection', onCrash);
  }
}

async function connectRaw(socket: string): Promise<Socket> {
  const peer = createConnection({ path: socket, allowHalfOpen: true });
  peer.on('error', () => undefined);
  await once(peer, 'connect');
  return peer;
}

/** One request as it goes over the wire. */
export function toRequest(id: unknown, method: string, params: unknown): string {
  return toFrame(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}
