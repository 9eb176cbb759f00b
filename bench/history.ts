import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerGrants } from '../src/contract/callers.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import { executable } from '../test/support/child.ts';
import { generateNotes } from './generate-vault.ts';
import { compete, judged, median, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';
import { startServer } from './start-server.ts';

const stepCount = scaled(10_000);
const noteCount = scaled(1000);
const processesPerRun = scaled(10, 2);

/** What a long history costs on disk, and how long it takes to look at it. */
export async function benchHistory(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-history-'));
  try {
    const changedBytes = await makeHistory(base);
    const size = judged({
      what: `history of ${stepCount} steps on disk`,
      unit: 'MB',
      ours: bytesBelow(join(base, 'state')) / 1e6,
      beside: 'the bytes of the changed notes',
      theirs: changedBytes / 1e6,
      reach: { atMost: 2 },
    });
    return [size, ...(await benchLog(base))];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Edits of a line each, as an agent makes them. Returns how many bytes were written in all. */
async function makeHistory(base: string): Promise<number> {
  mkdirSync(join(base, 'vault'));
  const engine = await openEngine({
    root: join(base, 'vault'),
    stateDir: join(base, 'state'),
    durability: 'rename',
  });
  const caller = { protocol: 'mcp', client: 'bench', grants: ownerGrants, policy: {} } as const;
  const { notes } = engine.as(caller);
  const texts = [...generateNotes(noteCount)];
  let changed = 0;
  for (let step = 0; step < stepCount; step++) {
    const { path, text } = texts[step % noteCount] ?? { path: '', text: '' };
    const edit = (old: string) => `${old === '' ? text : old}- something new in round ${step}\n`;
    const { hash } = await notes.update(
      parseVaultPath(path),
      (old) => {
        const next = edit(old);
        changed += Buffer.byteLength(next);
        return next;
      },
      { create: true },
    );
    if (hash === undefined) throw new Error('nothing was written');
  }
  await engine.close();
  return changed;
}

async function benchLog(base: string): Promise<Row[]> {
  const empty = join(base, 'empty.mjs');
  writeFileSync(empty, '');
  const env = {
    ...process.env,
    VAULTD_RUNTIME_DIR: join(base, 'run'),
    VAULTD_STATE_DIR: join(base, 'state'),
    OBSIDIAN_VAULT_PATH: join(base, 'vault'),
  };
  const time = async (args: readonly string[]) => {
    const times: number[] = [];
    for (let run = 0; run < processesPerRun; run++) {
      times.push(await secondsOf(() => spawnSync(process.execPath, args, { env })));
    }
    return median(times) * 1000;
  };
  const contest = (what: string) =>
    compete({
      what,
      unit: 'ms',
      beside: 'empty Node process',
      reach: { atMost: 2 },
      runs: 3,
      ours: () => time([executable, 'log']),
      theirs: () => time([empty]),
    });
  const alone = await contest(`vaultd log over ${stepCount} steps, without a daemon`);
  const socket = join(base, 'run/vaultd.sock');
  const daemon = await startServer(['daemon', 'run', join(base, 'vault')], env, socket);
  try {
    return [alone, await contest(`vaultd log over ${stepCount} steps, with a daemon`)];
  } finally {
    await daemon.stop();
  }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
