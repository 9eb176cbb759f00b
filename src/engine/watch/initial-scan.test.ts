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
import { afterEach, expect, test } from 'vitest';
import { openBelow } from '../../../test/support/open-files.ts';
import { parseVaultPath, rootPath } from '../../contract/paths.ts';
import { openRoot, type Root } from '../store/vault/anchor.ts';
import { walkFolder } from '../store/vault/disk.ts';
import type { Stat } from '../store/vault/stat.ts';
import type { Tree } from './tree.ts';
import { openWatcher, type Watcher, type WatcherOptions } from './watch.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** More files than one thread looks at alone, some of them in one folder that is looked at in parts. */
function plant(): Root {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-look-'));
  ends.push(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'vault');
  for (const [folder, count] of [
    ['', 3],
    ['large', 1400],
    ['a/b.c/d', 600],
    ['a/e', 700],
    ['empty', 0],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    for (let i = 0; i < count; i++) writeFileSync(join(root, folder, `n${i}.md`), `${i}`);
  }
  return openRoot(root);
}

function watch(root: Root, emit: WatcherOptions['emit'] = () => {}): Watcher {
  const watcher = openWatcher({ root, cookieDir: `${root.real}/../markers`, emit });
  ends.push(() => watcher.close());
  return watcher;
}

function toLine(path: string, stat: Stat): string {
  const { type, size, mtimeNs, ctimeNs, ino, dev, mode, uid, gid, special } = stat;
  return [path, type, size, mtimeNs, ctimeNs, ino, dev, mode, uid, gid, special].join(' ');
}

function expectSame(tree: Tree, root: Root): void {
  const known = [...tree.walk(rootPath, { recursive: true })];
  const there = [...walkFolder(root, rootPath, { recursive: true })];
  expect(known.map(({ path, stat }) => toLine(path, stat))).toEqual(
    there.map(({ path, stat }) => toLine(path, stat)),
  );
  expect(tree.size).toBe(there.length);
}

test('a large vault is known as it is on disk', async () => {
  const root = plant();
  const watcher = watch(root);
  await watcher.ready;
  expectSame(watcher.tree, root);
});

test('what we and others change while the vault is looked at is known afterwards', async () => {
  const root = plant();
  const watcher = watch(root);
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
  expectSame(watcher.tree, root);
});

test('what we do before the vault was looked at is told by our word, and with the end of what was there', async () => {
  const root = plant();
  const told: string[] = [];
  const watcher = watch(root, (changes) => {
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
  expectSame(watcher.tree, root);
});

test.runIf(process.platform === 'linux')('a look that is ended leaves no folder open', async () => {
  const root = plant();
  const watcher = watch(root);
  while (openBelow(root.real).length === 0 && !watcher.status().isReady) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  watcher.close();
  await watcher.ready;
  expect(openBelow(root.real)).toEqual([]);
});
