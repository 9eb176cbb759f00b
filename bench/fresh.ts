import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ownerGrants } from '../src/contract/callers.ts';
import { type Engine, openEngine } from '../src/engine/engine.ts';
import { scanNote } from '../src/engine/text/markdown/scan.ts';
import { generateNotes, planted } from './generate-vault.ts';
import { compete, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';
import { generatedVault, ownFolder } from './vaults.ts';
import { type Ear, eventTime, medianOf, writerSource } from './watch.ts';

const noteCount = scaled(100_000);

interface Place {
  /** For whatever is kept outside of the vault. */
  readonly base: string;
  readonly root: string;
}

/** A large vault: how long a start takes, and how soon an edit on disk is in the search results. */
export async function benchFresh(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-fresh-'));
  try {
    const place = { base, root: generatedVault(noteCount) };
    // The first start builds the index and leaves a snapshot.
    await startToSearch(place);
    return [await starting(place), await editing(place)];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function starting(place: Place): Promise<Row> {
  return compete({
    what: `start to first search, ${noteCount} notes`,
    unit: 's',
    beside: 'plain reads of all files',
    reach: { atMost: 1 },
    runs: 3,
    ours: () => startToSearch(place),
    theirs: () => secondsOf(() => readAll(place.root)),
  });
}

async function startToSearch(place: Place): Promise<number> {
  const engine = await open(place);
  const seconds = await secondsOf(() => search(engine, planted.rare));
  await engine.close();
  return seconds;
}

async function editing(place: Place): Promise<Row> {
  const [dir, bareDir] = [join(place.root, ownFolder), join(place.base, 'bare')];
  for (const folder of [dir, bareDir]) mkdirSync(folder);
  const engine = await open(place);
  await search(engine, planted.rare);
  const [ear, bareEar]: Ear[] = [{ hear() {} }, { hear() {} }];
  if (ear === undefined || bareEar === undefined) throw new TypeError('There are two.');
  engine.indexedChanges.on(() => ear.hear());
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
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What one note takes, after many. */
function scanMicros(): number {
  const [note] = generateNotes(1);
  const start = performance.now();
  for (let i = 0; i < 1000; i++) scanNote(note?.text ?? '');
  return performance.now() - start;
}

function open({ base, root }: Place): Promise<Engine> {
  return openEngine({ root, stateDir: join(base, 'state') });
}

async function search(engine: Engine, term: string): Promise<number> {
  const view = engine.as({ protocol: 'local', client: 'bench', grants: ownerGrants, policy: {} });
  const known = await view.known();
  return (await known.searchText({ terms: [term] })).total;
}

function readAll(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
  }
}
