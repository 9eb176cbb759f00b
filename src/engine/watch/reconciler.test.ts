import { expect, test } from 'vitest';
import type { Stat } from '../store/vault/stat.ts';
import { PendingChanges } from './pending-changes.ts';
import { Reconciler } from './reconciler.ts';
import type { Scanner } from './scanner.ts';
import { type Job, TaskQueue } from './task-queue.ts';
import { type Folder, Tree } from './tree.ts';
import { type Observation, TreeUpdater } from './tree-updater.ts';

function folderStat(ino: bigint): Stat {
  const times = { mtime: 0, birthtime: 0, mtimeNs: 0n, ctimeNs: 0n };
  const rights = { mode: 0o755, uid: 0, gid: 0 };
  return { type: 'folder', size: 0, special: false, dev: 1n, ino, ...times, ...rights };
}

/** A vault without a disk: the test says what is on it. */
function open() {
  const tree = new Tree(folderStat(1n));
  tree.root.read = true;
  const [pending, tasks, read] = [new PendingChanges(), new TaskQueue(), [] as string[]];
  const scanner = {
    *read(folder: Folder): Job {
      yield;
      read.push(tree.pathOf(folder) ?? 'nowhere');
      folder.read = true;
    },
    compareAll: () => [],
  };
  const updater = new TreeUpdater({
    tree,
    pending,
    nowMs: () => 0,
    onFolderAdded: (folder) => reconciler.scanNew(folder),
    onFolderRemoved: (folder) => reconciler.release(folder),
  });
  const reconciler = new Reconciler({
    tree,
    pending,
    tasks,
    updater,
    scanner: scanner as unknown as Scanner,
    onReconciled: () => {},
    onRootMissing: () => {},
    onError: (thrown) => {
      throw thrown;
    },
  });
  const see = (folder: Folder, name: string, stat: Stat | undefined) => {
    const observation: Observation = { folder, name, stat, written: false };
    for (const _ of updater.apply([observation], pending));
  };
  return { tree, reconciler, pending, read, see };
}

test('an unscanned folder inside one that was moved away is scanned where that one reappears', async () => {
  const { tree, reconciler, pending, read, see } = open();
  see(tree.root, 'n', folderStat(2n));
  await reconciler.drain();
  pending.take();
  const outer = tree.root.folders.get('n') as Folder;
  see(outer, 'm', folderStat(3n));
  see(outer.folders.get('m') as Folder, 'k', folderStat(4n));
  see(tree.root, 'n', undefined);
  await reconciler.drain();
  expect(read).toEqual(['n']);
  see(tree.root, 'g', folderStat(2n));
  await reconciler.drain();
  expect(read).toEqual(['n', 'g/m', 'g/m/k']);
});
