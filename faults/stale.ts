import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../test/support/until.ts';
import { end, Home } from './home.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

/** A process id that nobody has any more. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

/** What earlier lives, and others, can leave where the daemon wants to be. */
const leftovers: Readonly<Record<string, (home: Home) => void | Promise<void>>> = {
  'dead socket': ({ socket }) => leaveSocket(socket),
  'dead sockets of all protocols': async ({ runtime, socket, env }) => {
    await leaveSocket(socket);
    await leaveSocket(join(runtime, 'mcp.sock'));
    await leaveSocket(join(env.HOME ?? '', '.obsidian-remote', 'server.sock'));
  },
  'lock of a dead process': ({ runtime }) => leaveLock(runtime, { pid: deadPid() }),
  'lock with the pid of a stranger': ({ runtime }) => leaveLock(runtime, { pid: process.pid }),
  'lock that is not JSON': ({ runtime }) => writeFileSync(join(runtime, 'vaultd.lock'), '{"pid":'),
  'empty lock': ({ runtime }) => writeFileSync(join(runtime, 'vaultd.lock'), ''),
  'old pid file': ({ runtime }) => writeFileSync(join(runtime, 'vaultd.pid'), String(deadPid())),
};

/** Whatever lies there from before, a daemon starts, serves, and leaves nothing when it stops. */
export async function staleLeftovers(rounds: number): Promise<FaultReport> {
  const losses = { unserved: 0, leftovers: 0 };
  const counts = { served: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const leave of Object.values(leftovers)) {
      await inFreshFolders(async ({ root, stateDir }) => {
        const home = new Home(stateDir, root, '[mcp]\nhttp = false\n');
        mkdirSync(home.runtime, { recursive: true, mode: 0o700 });
        await leave(home);
        const daemon = home.spawn();
        const client = await home.connect().catch(() => undefined);
        const status = await client?.call('GetStatus').catch(() => undefined);
        if (status !== undefined && 'result' in status) counts.served++;
        else losses.unserved++;
        client?.close();
        await end(daemon, 'SIGTERM');
        losses.leftovers += readdirSync(home.runtime).filter((name) =>
          name.endsWith('.sock'),
        ).length;
      });
    }
  }
  const tried = rounds * Object.keys(leftovers).length;
  return { name: 'stale sockets, locks and pids', rounds: tried, losses, counts };
}

/** A socket that nobody listens to any more: its owner was killed. */
async function leaveSocket(path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const script =
    'require("net").createServer().listen(process.argv[1],()=>process.kill(process.pid,"SIGKILL"))';
  spawnSync(process.execPath, ['-e', script, path]);
  await until(() => readdirSync(join(path, '..')).length > 0, 'the socket');
}

function leaveLock(runtime: string, lock: object): void {
  writeFileSync(join(runtime, 'vaultd.lock'), JSON.stringify(lock));
}
