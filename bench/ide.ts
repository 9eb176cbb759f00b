import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerGrants } from '../src/contract/callers.ts';
import { ideLimits } from '../src/contract/limits.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { nothingOpen } from '../src/contract/workspace.ts';
import { openEngine } from '../src/engine/engine.ts';
import { NoteIndex } from '../src/engine/knowledge/index/note-index.ts';
import { Linter } from '../src/engine/knowledge/lint/linter.ts';
import { systemClock } from '../src/kit/clock.ts';
import { silentLog } from '../src/kit/log.ts';
import { Sessions } from '../src/operations/sessions.ts';
import { openIdeProtocol } from '../src/protocols/ide/serve.ts';
import { IdeClient } from '../test/support/ide-client.ts';
import { until } from '../test/support/until.ts';
import { type GeneratedNote, generateNotes } from './generate-vault.ts';
import { compete, median, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';

const noteCount = scaled(10_000);
const roundsPerRun = scaled(30, 5);
const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };

/** A stalled client beside quiet times, and finding problems beside building the index. */
export async function benchIde(): Promise<Row[]> {
  return [...(await stalling()), await linting()];
}

async function linting(): Promise<Row> {
  const notes = [...generateNotes(noteCount)];
  const build = (): NoteIndex => {
    const index = new NoteIndex();
    for (const { path, text } of notes) index.update(path, text, stat);
    return index;
  };
  const index = build();
  return compete({
    what: `problems of ${noteCount} notes`,
    unit: 's',
    beside: 'building the index in one thread',
    reach: { atMost: 2 },
    ours: () => secondsOf(() => lintAll(index, notes)),
    theirs: () => secondsOf(build),
  });
}

async function lintAll(index: NoteIndex, notes: readonly GeneratedNote[]): Promise<void> {
  const texts = new Map(notes.map(({ path, text }) => [path, text]));
  const linter = new Linter({
    index,
    textOf: (path) => texts.get(path),
    isThere: () => false,
    isExcluded: () => false,
  });
  const { signal } = new AbortController();
  await linter.vault({ mayRead: () => true, budgetMs: Number.POSITIVE_INFINITY, signal });
}

/** Ten clients of one vault. */
async function stalling(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-ide-'));
  writeFileSync(join(base, 'a.md'), 'x\n');
  const engine = await openEngine({ root: base, stateDir: join(base, '.state'), live: true });
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  const stateFile = () => join(base, '.ide.json');
  const protocol = await openIdeProtocol({
    host: { vaults: [engine], sessions, version: '0', clock: systemClock, log: silentLog },
    places: { stateFile, rotateToken: false },
    settings: {
      messageBytesMax: ideLimits.messageBytesMax,
      extraHosts: [],
      instructions: '',
      prompts: true,
      resources: true,
      lockPid: true,
      lockDirs: [join(base, '.locks')],
      pingMs: ideLimits.pingMs,
    },
  });
  const { port, token } = JSON.parse(readFileSync(stateFile(), 'utf8'));
  const clients: IdeClient[] = [];
  for (let i = 0; i < 10; i++) clients.push(await IdeClient.enter({ port, token }));
  const isReady = (client: IdeClient) =>
    client.messages.some(({ method }) => method === 'roots/list');
  await until(() => clients.every(isReady), 'all clients to be ready');
  const caller = { protocol: 'local', client: 'bench', grants: ownerGrants, policy: {} } as const;
  const editor = sessions.open(engine, caller);
  const active = parseVaultPath('a.md');
  let count = 0;
  /** Milliseconds until nine clients have heard of one selection. */
  const round = async (): Promise<number> => {
    const text = `${++count} ${'x'.repeat(60_000)}`;
    const selection = { start: { line: 0, character: 0 }, end: { line: count, character: 0 } };
    const state = { ...nothingOpen, active, selection, text, open: [active] };
    const startMs = performance.now();
    editor.view.workspace.report({ id: editor.id, ended: editor.signal }, 'editor', state);
    // Told at once: the pause before it is the same in both cases and would hide the difference.
    engine.workspace.setSharing({});
    await Promise.all(
      clients.slice(1).map(
        (client) =>
          new Promise<void>((resolve) => {
            client.socket.once('message', () => resolve());
          }),
      ),
    );
    return performance.now() - startMs;
  };
  const rounds = async () => {
    const times: number[] = [];
    for (let i = 0; i < roundsPerRun; i++) times.push(await round());
    return median(times);
  };
  const row = await compete({
    what: 'selection to nine clients while a tenth does not read',
    unit: 'ms',
    beside: 'while all read',
    reach: { atMost: 3 },
    ours: async () => {
      clients[0]?.socket.pause();
      return rounds();
    },
    theirs: async () => {
      clients[0]?.socket.resume();
      return rounds();
    },
  });
  for (const client of clients) client.socket.terminate();
  await protocol.close();
  await engine.close();
  rmSync(base, { recursive: true, force: true });
  return [row];
}
