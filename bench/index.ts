import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootPath, type VaultPath } from '../src/contract/paths.ts';
import { tagCounts } from '../src/engine/knowledge/index/facts/tags.ts';
import { backlinks } from '../src/engine/knowledge/index/links/graph.ts';
import { planRelinks } from '../src/engine/knowledge/index/links/relink.ts';
import { LiveIndex } from '../src/engine/knowledge/index/live-index.ts';
import { NoteIndex } from '../src/engine/knowledge/index/note-index.ts';
import { openRoot } from '../src/engine/store/vault/anchor.ts';
import { readFileNow, statPath, walkFolder } from '../src/engine/store/vault/disk.ts';
import { scanNote } from '../src/engine/text/markdown/scan.ts';
import { entryUrl } from '../src/kit/entry-url.ts';
import { type GeneratedNote, generateNotes } from './generate-vault.ts';
import { compete, judged, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';
import { generatedVault } from './vaults.ts';

const noteCount = scaled(10_000);
const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };

/** The scanner beside a floor, the index beside plain reads of the same files and beside limits. */
export async function benchIndex(): Promise<Row[]> {
  const notes = [...generateNotes(noteCount)];
  return [await scanning(notes), ...(await starting()), ...(await asking(notes))];
}

/** What a process needs that knows a vault. Takes minutes: the larger vault has 100,000 notes. */
export function benchMemory(): Promise<Row[]> {
  return Promise.resolve(memory([scaled(10_000), 150], [scaled(100_000), 500]));
}

function scanning(notes: readonly GeneratedNote[]): Promise<Row> {
  const megabytes = notes.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  return compete({
    what: 'scan of notes',
    unit: 'MB/s',
    beside: 'floor',
    reach: { atLeast: 1 },
    ours: async () => megabytes / (await secondsOf(() => scanAll(notes))),
    theirs: () => 60,
  });
}

function scanAll(notes: readonly GeneratedNote[]): void {
  for (const { text } of notes) scanNote(text);
}

function readAll(root: string, files: readonly { readonly path: string }[]): void {
  for (const { path } of files) readFileSync(join(root, path));
}

async function starting(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-index-'));
  try {
    const root = openRoot(generatedVault(noteCount));
    const entries = [...walkFolder(root, rootPath, { recursive: true })];
    const files = entries.filter((entry) => entry.stat.type === 'file');
    const plainReads = () => secondsOf(() => readAll(root.path, files));
    const open = (snapshotFolder: string | undefined) =>
      new LiveIndex({
        vaultId: 'bench',
        root: root.real,
        snapshotFolder,
        listed: Promise.resolve(),
        files: () => [entries],
        stat: (path) => statPath(root, path as VaultPath)?.stat,
        read: (path) => readFileNow(root, path as VaultPath),
        // As if the notes were older than the snapshot's doubts.
        now: () => Date.now() + 60_000,
      });
    const snapshot = join(base, 'snapshot');
    const first = open(snapshot);
    await first.facts;
    await first.close();
    const peer = { unit: 's', beside: 'plain reads of all files', theirs: plainReads };
    return [
      await compete({
        what: `index of ${noteCount} notes from nothing`,
        reach: { atMost: 2.5 },
        ours: () => startOf(() => open(undefined)),
        ...peer,
      }),
      await compete({
        what: `index of ${noteCount} notes from the snapshot`,
        reach: { atMost: 0.3 },
        ours: () => startOf(() => open(snapshot)),
        ...peer,
      }),
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Seconds until an index answers. To make one begins the work, so that counts too. */
async function startOf(open: () => LiveIndex): Promise<number> {
  const start = performance.now();
  const index = open();
  await index.facts;
  const seconds = (performance.now() - start) / 1000;
  await index.close();
  return seconds;
}

async function asking(notes: readonly GeneratedNote[]): Promise<Row[]> {
  const index = new NoteIndex();
  const texts = new Map(notes.map(({ path, text }) => [path, text]));
  for (const [at, path] of [...texts.keys()].entries()) {
    if (at < 1000) texts.set(path, `${texts.get(path)}\n[[Hub]] and [[Hub#part|again]]\n`);
  }
  texts.set('Hub.md', '# Hub\n');
  for (const [path, text] of texts) index.update(path, text, stat);
  const [edited = '', text = ''] = [...texts][5] ?? [];
  const question = (what: string, limitMs: number, run: () => unknown) =>
    compete({
      what,
      unit: 'ms',
      beside: 'limit',
      reach: { atMost: 1 },
      ours: async () => 1000 * (await secondsOf(run)),
      theirs: () => limitMs,
    });
  return [
    await question('backlinks of a note with 1,000', 5, () => backlinks(index, 'Hub.md')),
    await question('all tags with counts', 50, () => tagCounts(index, () => true)),
    await question('a changed note in the index', 2, () => index.update(edited, text, stat)),
    await question('plan of a move with 1,000 backlinks', 250, () =>
      planRelinks(index, [{ from: 'Hub.md', to: 'area-1/Center.md' }], {
        format: 'shortest',
        textOf: (path) => texts.get(path),
      }),
    ),
  ];
}

/** Memory of a process that knows a vault from its snapshot, as a daemon does on most days. */
function memory(...sizes: readonly [notes: number, limit: number][]): Row[] {
  return sizes.map(([count, limit]) => {
    const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-memory-'));
    try {
      const root = generatedVault(count);
      // The first process builds the index and leaves a snapshot.
      measureMemory(root, base, 0);
      return judged({
        what: `memory of the process with ${count} notes and their texts`,
        unit: 'MB',
        ours: measureMemory(root, base, scaled(14_000)),
        beside: 'limit',
        theirs: limit,
        reach: { atMost: 1 },
      });
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
}

function measureMemory(root: string, stateDir: string, restMs: number): number {
  const entry = fileURLToPath(entryUrl('bench-memory'));
  const args = [entry, root, stateDir, String(restMs)];
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim());
}
