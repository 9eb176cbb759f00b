import { expect, test } from 'vitest';
import { fc } from '../../../test/support/property.ts';
import type { EntryType, VaultChange } from '../../contract/events.ts';
import { isWithin, parentOf, parseVaultPath } from '../../contract/paths.ts';
import { PendingChanges } from './pending-changes.ts';

/** `+a` creates, `*a` modifies, `-a` deletes, `a>b` renames; a name that ends in `/` is a folder. */
function parse(word: string): { sign: string; path: string; newPath: string; type: EntryType } {
  const type: EntryType = word.endsWith('/') ? 'folder' : 'file';
  const [from = '', to = ''] = word.replace(/\/(?=>|$)/g, '').split('>');
  return word.includes('>')
    ? { sign: '>', path: from, newPath: to, type }
    : { sign: from.charAt(0), path: from.slice(1), newPath: '', type };
}

function add(pending: PendingChanges, word: string): VaultChange | undefined {
  const { sign, type, ...paths } = parse(word);
  const path = parseVaultPath(paths.path);
  if (sign === '-') return pending.deleted(path, type);
  if (sign === '+') pending.created(path, type);
  else if (sign === '*') pending.modified(path, type);
  else pending.renamed(path, parseVaultPath(paths.newPath), type);
  return undefined;
}

function say(change: VaultChange): string {
  const end = change.type === 'folder' ? '/' : '';
  if (change.kind === 'renamed') return `${change.path}>${change.newPath}${end}`;
  return `${{ created: '+', modified: '*', deleted: '-' }[change.kind]}${change.path}${end}`;
}

function told(words: string): string {
  const pending = new PendingChanges();
  for (const word of words.split(' ')) add(pending, word);
  return pending.take().map(say).join(' ');
}

const cases: Record<string, [happened: string, told: string]> = {
  'a new file that is written on is one creation': ['+a *a *a', '+a'],
  'many saves are one': ['*a *a', '*a'],
  'gone and back is a change': ['-a +a', '*a'],
  'a helper file leaves no trace': ['+tmp *tmp -tmp *a', '*a'],
  'a save by rename is a change of the note': ['+tmp *tmp -a tmp>a', '*a'],
  'a save that keeps a copy aside is a change of the note': ['a>a~ +a *a -a~', '*a'],
  'a new file under another name was always called so': ['+a a>b', '+b'],
  'a change travels with its file': ['*a a>b', 'a>b *b'],
  'a moved file that is deleted was deleted where it was': ['a>b -b', '-a'],
  'a new folder that goes again takes its files along': ['+d/ +d/a +d/e/ -d/', ''],
  'a deleted folder says it for its contents': ['*d/a -d/b -d/', '-d/'],
  'a new folder under another name was always called so': ['+d/ +d/a d>e/', '+e/ +e/a'],
  'changes inside a renamed folder carry the new path': ['*d/a +d/b d>e/', 'd>e/ *e/a +e/b'],
  'a folder that became a file is gone first': ['-d/ +d', '-d/ +d'],
  'a file replaced by another one of the same name': ['-a b>a', '-a b>a'],
  'moving into a new folder waits for the folder': ['+d/ a>d/a', '+d/ a>d/a'],
};

for (const [name, [happened, expected]] of Object.entries(cases)) {
  test(name, () => expect(told(happened)).toBe(expected));
}

test('a deletion can be taken back until it is told', () => {
  const pending = new PendingChanges();
  add(pending, '*a');
  const deleted = pending.deleted(parseVaultPath('a'), 'file');
  if (deleted === undefined) throw new Error('nothing was deleted');
  expect(pending.cancelDeletion(deleted)).toBe(true);
  expect(pending.cancelDeletion(deleted)).toBe(false);
  expect(pending.take().map(say)).toEqual(['*a']);
});

/** Path to version; folders have version 0. */
type Disk = Map<string, number>;

const names = ['a', 'b', 'd', 'e', 'd/a', 'd/b', 'd/e', 'e/a', 'e/d', 'd/e/a', 'e/d/b'];

function isFree(disk: Disk, path: string): boolean {
  const parent = parentOf(parseVaultPath(path));
  return !disk.has(path) && (parent === '' || disk.get(parent) === 0);
}

/** One random step that the disk allows; undefined where it does not. */
function step(disk: Disk, kind: number, path: string, newPath: string, version: number) {
  const old = disk.get(path);
  if (kind === 0 && isFree(disk, path))
    return { word: `+${path}`, run: () => disk.set(path, version) };
  if (kind === 1 && isFree(disk, path)) return { word: `+${path}/`, run: () => disk.set(path, 0) };
  if (old === undefined) return undefined;
  const end = old === 0 ? '/' : '';
  if (kind === 2 && old > 0) return { word: `*${path}`, run: () => disk.set(path, version) };
  if (kind === 3) return { word: `-${path}${end}`, run: () => remove(disk, path) };
  if (kind !== 4 || !isFree(disk, newPath) || isWithin(newPath, path)) return undefined;
  return { word: `${path}>${newPath}${end}`, run: () => move(disk, path, newPath) };
}

function remove(disk: Disk, path: string): void {
  for (const one of [...disk.keys()]) if (isWithin(one, path)) disk.delete(one);
}

function move(disk: Disk, path: string, newPath: string): void {
  for (const [one, version] of [...disk]) {
    if (!isWithin(one, path)) continue;
    disk.delete(one);
    disk.set(newPath + one.slice(path.length), version);
  }
}

/** A listener that trusts every word and reads files when it hears of them. */
function replay(model: Disk, disk: Disk, change: VaultChange): void {
  const { path } = change;
  const parent = change.kind === 'renamed' ? parentOf(change.newPath) : parentOf(path);
  if (change.kind !== 'deleted' && parent !== '') expect(model.get(parent)).toBe(0);
  expect(model.has(path)).toBe(change.kind !== 'created');
  if (change.kind === 'renamed') {
    expect(model.has(change.newPath)).toBe(false);
    move(model, path, change.newPath);
  } else if (change.kind === 'deleted') {
    remove(model, path);
  } else {
    const unreadable = -1;
    model.set(path, change.type === 'folder' ? 0 : disk.get(path) || unreadable);
  }
}

/** An entry that was removed and may turn up at another path: until then it counts as deleted. */
interface Removed {
  readonly deleted: VaultChange | undefined;
  readonly path: string;
  readonly entries: Disk;
}

function removeForNow(disk: Disk, pending: PendingChanges, path: string): Removed {
  const entries: Disk = new Map([...disk].filter(([one]) => isWithin(one, path)));
  const deleted = add(pending, `-${path}${disk.get(path) === 0 ? '/' : ''}`);
  remove(disk, path);
  return { deleted, path, entries };
}

function turnUp(disk: Disk, pending: PendingChanges, removed: Removed, newPath: string): void {
  const { deleted, path, entries } = removed;
  const end = (version: number | undefined) => (version === 0 ? '/' : '');
  const moved = [...entries].map(
    ([one, version]) => [newPath + one.slice(path.length), version] as const,
  );
  const isRename = deleted !== undefined && pending.cancelDeletion(deleted);
  for (const [one, version] of moved) disk.set(one, version);
  if (isRename && path !== newPath) add(pending, `${path}>${newPath}${end(entries.get(path))}`);
  if (isRename) return;
  for (const [one, version] of moved) add(pending, `+${one}${end(version)}`);
}

test('changes, replayed in order, always lead to what is on disk', () => {
  const numbers = fc.tuple(fc.nat(5), fc.nat(10), fc.nat(10), fc.nat(9));
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 60, size: 'max' }), (list) => {
      const [disk, model]: Disk[] = [new Map(), new Map()];
      if (disk === undefined || model === undefined) return;
      const pending = new PendingChanges();
      let removed: Removed | undefined;
      list.forEach(([kind, from, to, pause], index) => {
        const path = names[from % names.length] ?? '';
        if (kind < 5) {
          const next = step(disk, kind, path, names[to % names.length] ?? '', index + 1);
          next?.run();
          if (next !== undefined) add(pending, next.word);
        } else if (removed === undefined && disk.has(path)) {
          removed = removeForNow(disk, pending, path);
        } else if (removed !== undefined && isFree(disk, path)) {
          turnUp(disk, pending, removed, path);
          removed = undefined;
        }
        if (pause > 0) return;
        removed = undefined;
        for (const change of pending.take()) replay(model, disk, change);
      });
      for (const change of pending.take()) replay(model, disk, change);
      expect([...model].sort()).toEqual([...disk].sort());
    }),
    { numRuns: 2000 },
  );
});
