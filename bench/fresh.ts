import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ownerGrants } from '../src/contract/callers.ts';
import { type Engine, openEngine } from '../src/engine/engine.ts';
import { scanNote } from '../src/engine/markdown/scan.ts';
import { generateNotes, planted, writeVault } from './generate-vault.ts';
import { compete, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';
import { type Ear, eventTime, medianOf, writerSource } from './watch.ts';

const noteCount = scaled(100_000);

/** A large vault: how long a start takes, and how soon an edit on disk is in the search results. */
export async function benchFresh(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-fresh-'));
  try {
    writeVault(join(base, 'vault'), generateNotes(noteCount));
    // The first start builds the index and leaves a snapshot.
    await startToSearch(base);
    return [await starting(base), await editing(base)];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function starting(base: string): Promise<Row> {
  return compete({
    what: `start to first search, ${noteCount} notes`,
    unit: 's',
    beside: 'plain reads of all files',
    reach: { atMost: 1 },
    runs: 3,
    ours: () => startToSearch(base),
    theirs: () => secondsOf(() => readAll(join(base, 'vault'))),
  });
}

async function startToSearch(base: string): Promise<number> {
  const engine = await open(base);
  const seconds = await secondsOf(() => search(engine, planted.rare));
  await engine.close();
  return seconds;
}

async function editing(base: string): Promise<Row> {
  const [dir, bareDir] = [join(base, 'vault/edited'), join(base, 'bare')];
  for (const folder of [dir, bareDir]) mkdirSync(folder);
  const engine = await open(base);
  await search(engine, planted.rare);
  const [ear, bareEar]: Ear[] = [{ hear() {} }, { hear() {} }];
  if (ear === undefined || bareEar === undefined) throw new TypeError('There are two.');
  engine.changes.on(() => ear.hear());
  const bare = watch(bareDir, () => bareEar.hear());
  const writer = new Worker(writerSource, { eval: true });
  const time = (one: Ear, folder: string) =>
    medianOf((n) => eventTime(writer, one, join(folder, `saved ${n % 25}.md`)));
  try {
    return await compete({
      what: `an edit on disk in the search results, ${noteCount} notes`,
      unit: 'µs',
      beside: 'a bare watcher and a scan of the note',
      reach: { atMost: 3 },
      ours: () => time(ear, dir),
      theirs: async () => (await time(bareEar, bareDir)) + scanMicros() / 3,
    });
  } finally {
    bare.close();
    await writer.terminate();
    await engine.close();
  }
}

/** What one note takes, after many. */
function scanMicros(): number {
  const [note] = generateNotes(1);
  const start = performance.now();
  for (let i = 0; i < 1000; i++) scanNote(note?.text ?? '');
  return performance.now() - start;
}

function open(base: string): Promise<Engine> {
  return openEngine({ root: join(base, 'vault'), stateDir: join(base, 'state') });
}

async function search(engine: Engine, term: string): Promise<number> {
  const view = engine.as({ door: 'local', client: 'bench', grants: ownerGrants, policy: {} });
  const known = await view.known();
  return (await known.searchText({ terms: [term] })).total;
}

function readAll(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
  }
}
