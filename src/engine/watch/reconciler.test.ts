import { expect, test } from 'vitest';
import type { Stat } from '../store/vault/stat.ts';
import { Untold } from './pending-changes.ts';
import { Looking } from './reconciler.ts';
import type { Scanner } from './scanner.ts';
import { type Job, Work } from './task-queue.ts';
import { type Folder, Tree } from './tree.ts';
import { Follower, type Sighting } from './tree-updater.ts';

function folderStat(ino: bigint): Stat {
  const times = { mtime: 0, birthtime: 0, mtimeNs: 0n, ctimeNs: 0n };
  const rights = { mode: 0o755, uid: 0, gid: 0 };
  return { type: 'folder', size: 0, special: false, dev: 1n, ino, ...times, ...rights };
}

/** A vault without a disk: what is seen there is said by the test. */
function open() {
  const tree = new Tree(folderStat(1n));
  tree.root.read = true;
  const [untold, work, read] = [new Untold(), new Work(), [] as string[]];
  const scanner = {
    *read(folder: Folder): Job {
      yield;
      read.push(tree.pathOf(folder) ?? 'nowhere');
      folder.read = true;
    },
    compareAll: () => [],
  };
  const follower = new Follower({
    tree,
    untold,
    nowMs: () => 0,
    onFolder: (folder) => looking.read(folder),
    onGone: (folder) => looking.forget(folder),
  });
  const looking = new Looking({
    tree,
    untold,
    work,
    follower,
    scanner: scanner as unknown as Scanner,
    onLooked: () => {},
    onRootLost: () => {},
    onTrouble: (thrown) => {
      throw thrown;
    },
  });
  const see = (folder: Folder, name: string, stat: Stat | undefined) => {
    const sighting: Sighting = { folder, name, stat, written: false };
    for (const _ of follower.apply([sighting], untold));
  };
  return { tree, looking, untold, read, see };
}

test('a folder that went out of sight unread, inside another, is read where that turns up', async () => {
  const { tree, looking, untold, read, see } = open();
  see(tree.root, 'n', folderStat(2n));
  await looking.finish();
  untold.take();
  const outer = tree.root.folders.get('n') as Folder;
  see(outer, 'm', folderStat(3n));
  see(outer.folders.get('m') as Folder, 'k', folderStat(4n));
  see(tree.root, 'n', undefined);
  await looking.finish();
  expect(read).toEqual(['n']);
  see(tree.root, 'g', folderStat(2n));
  await looking.finish();
  expect(read).toEqual(['n', 'g/m', 'g/m/k']);
});
