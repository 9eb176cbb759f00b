import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootPath } from '../../contract/paths.ts';
import type { Stat } from '../store/vault/stat.ts';
import {
  type EventHandlers,
  openFolderWatches,
  openRecursiveWatch,
  type SystemWatch,
} from './event-sources.ts';
import { Folder, Tree } from './tree.ts';

const stat: Stat = {
  type: 'folder',
  size: 0,
  mtime: 0,
  birthtime: 0,
  mtimeNs: 0n,
  ctimeNs: 0n,
  ino: 1n,
  dev: 1n,
  mode: 0o755,
  uid: 0,
  gid: 0,
  special: false,
};

/** A system whose events are ours to raise, and what was hinted. */
function listen() {
  const hinted: string[] = [];
  const raise: ((event: string, name: string | null) => void)[] = [];
  const handlers: EventHandlers = {
    markDirty: (folder, name, written) =>
      hinted.push(`${written ? '*' : '?'} ${folder.name}:${name}`),
    markFolderDirty: (folder) => hinted.push(`~ ${folder.name}`),
    recheck: (folder) => hinted.push(`! ${folder.name}`),
    eventsLost: (reason) => hinted.push(reason),
  };
  const systemWatch: SystemWatch = (_path, _options, listener) => {
    raise.push(listener);
    return Object.assign(new EventEmitter(), { close() {} });
  };
  return {
    hinted,
    handlers,
    systemWatch,
    raise: (event: string, name: string | null) => raise.at(-1)?.(event, name),
  };
}

const openFolder = { descriptor: -1, real: rootPath, at: (name: string) => name, close() {} };

test('one watch for everything finds the folder of each event', () => {
  const { hinted, handlers, systemWatch, raise } = listen();
  const tree = new Tree(stat);
  const sub = tree.put(tree.root, 'sub', stat);
  if (sub !== undefined) tree.put(sub, 'deep', stat);
  openRecursiveWatch({ path: '/v', real: '/v' }, tree, handlers, systemWatch);
  raise('change', 'a.md');
  raise('rename', join('sub', 'deep', 'x.md'));
  raise('rename', join('sub', 'new', 'y.md'));
  raise('rename', join('sub', '.rsh-write-1.tmp'));
  raise('rename', null);
  expect(hinted).toEqual([
    '* :a.md',
    '? deep:x.md',
    '? sub:new',
    '~ sub',
    'the system did not say what changed',
  ]);
});

test('a watch per folder tells news of the folder from news in it', () => {
  const { hinted, handlers, systemWatch, raise } = listen();
  const folder = new Folder('notes', undefined);
  const source = openFolderWatches(handlers, systemWatch);
  expect(source.watch(folder, openFolder)).toBeUndefined();
  raise('change', 'a.md');
  raise('rename', '.');
  raise('rename', null);
  raise('rename', '.rsh-write-1.tmp');
  expect(hinted).toEqual(['* notes:a.md', '! notes', '! notes', '~ notes']);
  expect(source.count).toBe(1);
  source.unwatch(folder);
  expect(source.count).toBe(0);
});

test('a system that refuses to watch is not asked again at once', () => {
  let asked = 0;
  const refuse: SystemWatch = () => {
    asked++;
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const source = openFolderWatches(listen().handlers, refuse);
  const reasons = ['a', 'b'].map((name) => source.watch(new Folder(name, undefined), openFolder));
  expect(reasons[1]).toBe(reasons[0]);
  expect(reasons[0]).toContain('max_user_watches');
  expect(asked).toBe(1);
});
