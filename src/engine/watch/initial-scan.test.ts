import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBelow } from '../../../test/support/open-files.ts';
import { parseVaultPath, rootPath } from '../../contract/paths.ts';
import { openRoot, type Root } from '../store/vault/anchor.ts';
import { walkFolder } from '../store/vault/disk.ts';
import type { Stat } from '../store/vault/stat.ts';
import type { Tree } from './tree.ts';
import { openWatcher, type Watcher, type WatcherOptions } from './watch.ts';

const ends: (() => void)[] = [];

const base = mkdtempSync(join(tmpdir(), 'vaultd-look-'));
/** Every test scans it from the start, as the tests before have left it. */
let root: Root;

beforeAll(() => {
  root = plant();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** More files than one slice of a scan takes, some of them in one folder that is scanned in parts. */
function plant(): Root {
  const path = join(base, 'vault');
  for (const [folder, count] of [
    ['', 3],
    ['large', 1400],
    ['a/b.c/d', 600],
    ['a/e', 700],
    ['empty', 0],
  ] as const) {
    mkdirSync(join(path, folder), { recursive: true });
    for (let i = 0; i < count; i++) writeFileSync(join(path, folder, `n${i}.md`), `${i}`);
  }
  return openRoot(path);
}

function watch(emit: WatcherOptions['emit'] = () => {}): Watcher {
  const watcher = openWatcher({ root, cookieDir: `${root.real}/../markers`, emit });
  ends.push(() => watcher.close());
  return watcher;
}

function toLine(path: string, stat: Stat): string {
  const { type, size, mtimeNs, ctimeNs, ino, dev, mode, uid, gid, special } = stat;
  return [path, type, size, mtimeNs, ctimeNs, ino, dev, mode, uid, gid, special].join(' ');
}

function expectSame(tree: Tree): void {
  const known = [...tree.walk(rootPath, { recursive: true })];
  const there = [...walkFolder(root, rootPath, { recursive: true })];
  expect(known.map(({ path, stat }) => toLine(path, stat))).toEqual(
    there.map(({ path, stat }) => toLine(path, stat)),
  );
  expect(tree.size).toBe(there.length);
}

test('a large vault is known as it is on disk', async () => {
  const watcher = watch();
  await watcher.ready;
  expectSame(watcher.tree);
});

test('what we and others change while the vault is looked at is known afterwards', async () => {
  const watcher = watch();
  const change = async (i: number) => {
    const gone = parseVaultPath(`large/n${i}.md`);
    unlinkSync(join(root.real, gone));
    if (i % 2 === 0) watcher.recordOwnChange({ kind: 'deleted', path: gone, type: 'file' });
    appendFileSync(join(root.real, `a/e/n${i}.md`), 'more');
    writeFileSync(join(root.real, `a/new ${i}.md`), '');
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let i = 0; i < 60; i++) await change(i);
  await watcher.settled();
  expectSame(watcher.tree);
});

test('what we do before the vault was looked at is told by our word, and with the end of what was there', async () => {
  const told: string[] = [];
  const watcher = watch((changes) => {
    told.push(...changes.map(({ kind, path, type }) => `${kind} ${path} ${type}`));
  });
  const place = parseVaultPath('place');
  appendFileSync(join(root.real, 'n0.md'), 'more');
  watcher.recordOwnChange({ kind: 'modified', path: parseVaultPath('n0.md'), type: 'file' });
  mkdirSync(join(root.real, place));
  watcher.recordOwnChange({ kind: 'created', path: place, type: 'folder' });
  rmdirSync(join(root.real, place));
  writeFileSync(join(root.real, place), 'a file now');
  watcher.recordOwnChange({ kind: 'created', path: place, type: 'file' });
  await watcher.settled();
  expect(told).toEqual([
    'modified n0.md file',
    'created place folder',
    'deleted place folder',
    'created place file',
  ]);
  expectSame(watcher.tree);
});

test.runIf(process.platform === 'linux')('a look that is ended leaves no folder open', async () => {
  const watcher = watch();
  while (openBelow(root.real).length === 0 && !watcher.status().isReady) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  watcher.close();
  await watcher.ready;
  expect(openBelow(root.real)).toEqual([]);
});
