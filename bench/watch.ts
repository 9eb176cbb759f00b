import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { rootPath } from '../src/contract/paths.ts';
import { openRoot } from '../src/engine/store/vault/anchor.ts';
import { openWatcher, type Watcher } from '../src/engine/watch/watch.ts';
import { compete, median, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';

const savesPerRun = scaled(100, 10);
const folderCount = scaled(1000);
const notesPerFolder = 99;

/** From a file written to the change told, and the first and later looks at a large vault. */
export async function benchWatch(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-watch-'));
  try {
    return [...(await benchEvents(base)), ...(await benchLooks(base))];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** The writer is another thread, since an editor does not wait for us either. */
async function benchEvents(base: string): Promise<Row[]> {
  const [dir, bareDir] = [join(base, 'small'), join(base, 'bare')];
  mkdirSync(dir);
  mkdirSync(bareDir);
  const ear: Ear = { hear() {} };
  const bareEar: Ear = { hear() {} };
  const watcher = openWatcher({
    root: openRoot(dir),
    cookieDir: join(base, 'state'),
    emit: () => ear.hear(),
  });
  await watcher.ready;
  const bare = watch(bareDir, () => bareEar.hear());
  const writer = new Worker(writerSource, { eval: true });
  const shared = { unit: 'µs', beside: 'a bare watcher', reach: { atMost: 3 } };
  const save = (n: number) => `saved ${n % 25}.md`;
  const create = () => `${Math.random()}.md`;
  const time = (one: Ear, folder: string, name: (n: number) => string) =>
    medianOf((n) => eventTime(writer, one, join(folder, name(n))));
  try {
    return [
      await compete({
        ...shared,
        what: 'a note saved to its change told',
        ours: () => time(ear, dir, save),
        theirs: () => time(bareEar, bareDir, save),
      }),
      await compete({
        ...shared,
        what: 'a note created to its change told',
        ours: () => time(ear, dir, create),
        theirs: () => time(bareEar, bareDir, create),
      }),
      await compete({
        ...shared,
        what: 'everything up to now seen',
        beside: 'a touch and its bare event',
        reach: { atMost: 5 },
        ours: () => medianOf(() => secondsOf(() => watcher.settled())),
        theirs: () => medianOf(() => secondsOf(() => touch(bareEar, join(bareDir, save(0))))),
      }),
    ];
  } finally {
    watcher.close();
    bare.close();
    await writer.terminate();
  }
}

/** Whoever waits for the next event. */
export interface Ear {
  hear(): void;
}

/** A thread that writes a file and says when it began to. */
export const writerSource = `
const { parentPort } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
parentPort.on('message', (file) => {
  const start = process.hrtime.bigint();
  writeFileSync(file, 'text ' + Math.random());
  parentPort.postMessage(start);
});`;

/** Seconds from the beginning of a write to the first news of it. */
export async function eventTime(writer: Worker, ear: Ear, file: string): Promise<number> {
  const heard = new Promise<bigint>((resolve) => {
    ear.hear = () => resolve(process.hrtime.bigint());
  });
  const begun = new Promise<bigint>((resolve) => writer.once('message', resolve));
  writer.postMessage(file);
  const seconds = Number((await heard) - (await begun)) / 1e9;
  // Further events of the same write pass by, and so does the time in which they are merged.
  await wait(8);
  return seconds;
}

function touch(ear: Ear, file: string): Promise<void> {
  return new Promise((resolve) => {
    ear.hear = resolve;
    utimesSync(file, 1, 1);
  });
}

export async function medianOf(seconds: (n: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < savesPerRun; n++) times.push(await seconds(n));
  return median(times) * 1e6;
}

async function benchLooks(base: string): Promise<Row[]> {
  const dir = join(base, 'large');
  for (let folder = 0; folder < folderCount; folder++) {
    const path = join(dir, `area ${folder % 20}`, `topic ${folder}`);
    mkdirSync(path, { recursive: true });
    for (let n = 0; n < notesPerFolder; n++) writeFileSync(join(path, `note ${n}.md`), 'text');
  }
  const root = openRoot(dir);
  const open = () => openWatcher({ root, cookieDir: join(base, 'state'), emit() {} });
  const watcher = open();
  await watcher.ready;
  const beside = 'a bare readdir and lstat of everything';
  const theirs = () => secondsOf(() => walk(root.real)).then((seconds) => seconds * 1000);
  try {
    return [
      await compete({
        what: `first look at ${watcher.tree.size.toLocaleString('en')} entries, watched from then on`,
        unit: 'ms',
        beside,
        reach: { atMost: 3 },
        async ours() {
          const fresh = open();
          const seconds = await secondsOf(() => fresh.ready);
          fresh.close();
          return seconds * 1000;
        },
        theirs,
      }),
      await compete({
        what: 'a walk through all of them from the tree',
        unit: 'ms',
        beside,
        reach: { atMost: 0.25 },
        ours: () => secondsOf(() => walkTree(watcher)).then((seconds) => seconds * 1000),
        theirs,
      }),
    ];
  } finally {
    watcher.close();
  }
}

function walk(dir: string): number {
  let count = 0;
  for (const name of readdirSync(dir)) {
    const path = `${dir}/${name}`;
    count += 1 + (lstatSync(path).isDirectory() ? walk(path) : 0);
  }
  return count;
}

function walkTree({ tree }: Watcher): number {
  let bytes = 0;
  for (const { stat } of tree.walk(rootPath, { recursive: true })) bytes += stat.size;
  return bytes;
}
