import { expect, test } from 'vitest';
import type { PathPolicy } from '../../../contract/callers.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { createPolicy, parseIgnore } from './policy.ts';

const reads = (policy: PathPolicy, path: string, may: boolean) =>
  expect(createPolicy(policy).mayRead(path), `read ${path}`).toBe(may);
const writes = (policy: PathPolicy, path: string, may: boolean) =>
  expect(createPolicy(policy).mayWrite(path), `write ${path}`).toBe(may);

test('a prefix is whole names, in any case, and may be a single file', () => {
  const policy = { read: ['pub', 'inbox.md'] };
  reads(policy, 'Pub/x.md', true);
  reads(policy, 'pub', true);
  reads(policy, 'public/x.md', false);
  reads(policy, 'INBOX.md', true);
  reads(policy, 'x.md', false);
});

test('what may be written may be read, unless everything is read-only', () => {
  reads({ read: ['a'], write: ['b'] }, 'b/x.md', true);
  reads({ read: ['a'], write: ['b'], readOnly: true }, 'b/x.md', false);
  writes({ read: ['a'], write: ['b'] }, 'a/x.md', false);
  writes({ write: ['b'], readOnly: true }, 'b/x.md', false);
  writes({ write: ['b'] }, 'b/x.md', true);
  writes({ write: ['b'], within: {} }, 'b/x.md', true);
  writes({}, 'anything.md', true);
  reads({ write: ['b'] }, 'anything.md', true);
});

test('folders on the way to something readable may be listed', () => {
  const policy = createPolicy({ read: ['a/b'] });
  for (const path of ['', 'a', 'a/b', 'a/b/c']) expect(policy.mayList(path)).toBe(true);
  expect(policy.mayList('c')).toBe(false);
  expect(createPolicy({ read: ['a/b', 'c/d'] }).mayList('c')).toBe(true);
});

test('denied and hidden paths are closed with all that is below', () => {
  reads({ deny: ['private', '**/*.key'] }, 'Private/deep/x.md', false);
  reads({ deny: ['private', '**/*.key'] }, 'a/b.key', false);
  reads({}, '.obsidian/app.json', false);
  reads({}, 'a/.git/config', false);
  reads({ hidden: true }, '.obsidian/app.json', true);
});

test('a wider policy that must agree too keeps closed what it closes', () => {
  const policy = { read: ['a', 'b'], within: { read: ['b'], readOnly: true } };
  reads(policy, 'a/x.md', false);
  reads(policy, 'b/x.md', true);
  writes(policy, 'b/x.md', false);
});

test('the ignore file has folders, anchors, exceptions and comments', () => {
  const ignored = parseIgnore('# no\nlogs/\n/top.md\n*.pdf\n!keep.pdf\nDrafts/old\n');
  for (const path of ['logs', 'a/logs/x.md', 'top.md', 'a/b.pdf', 'drafts/old/x.md']) {
    expect(ignored(path), path).toBe(true);
  }
  for (const path of ['', 'a/top.md', 'keep.pdf', 'drafts/new.md', 'catalogs']) {
    expect(ignored(path), path).toBe(false);
  }
});

const refused = (act: () => void) => {
  try {
    act();
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    expect(thrown.code).toBe('forbidden');
    return {
      ...thrown.about.data,
      reason: thrown.about.reason,
      text: `${thrown.message} ${thrown.about.hint}`,
    };
  }
  return 'allowed';
};

test.each<[string, PathPolicy, string, string, object | 'allowed']>([
  [
    'read',
    { read: ['a'] },
    'b.md',
    'outside the paths that may be read',
    { reason: 'outside-read-paths', subreason: 'outside_read_paths', activeScope: ['a'] },
  ],
  [
    'read',
    { read: ['a'], write: ['b'] },
    'c',
    "'a', 'b'",
    { reason: 'outside-read-paths', subreason: 'outside_read_paths', activeScope: ['a', 'b'] },
  ],
  [
    'read',
    { read: [] },
    'b.md',
    '(empty)',
    { reason: 'outside-read-paths', subreason: 'outside_read_paths', activeScope: [] },
  ],
  [
    'read',
    {},
    '.git/x',
    'hidden',
    { reason: 'path-forbidden', subreason: 'hidden', activeScope: [] },
  ],
  ['read', { read: ['a'] }, 'a/x', '', 'allowed'],
  ['list', { read: ['a/b'] }, 'a', '', 'allowed'],
  [
    'list',
    { read: ['a/b'] },
    'c',
    'readable',
    { op: 'read', reason: 'outside-read-paths', subreason: 'outside_read_paths' },
  ],
  [
    'list',
    { read: ['a/b'], deny: ['a'] },
    'a',
    'excluded',
    { reason: 'path-forbidden', subreason: 'hidden' },
  ],
  [
    'write',
    { write: ['a'] },
    'b.md',
    'outside the paths that may be written',
    {
      op: 'write',
      reason: 'outside-write-paths',
      subreason: 'outside_write_paths',
      activeScope: ['a'],
    },
  ],
  [
    'write',
    { write: ['a'], readOnly: true },
    'a/x',
    'read-only mode',
    { op: 'write', reason: 'read-only', subreason: 'read_only_mode', activeScope: [] },
  ],
  [
    'write',
    { readOnly: 'for now' },
    'a/x',
    'owner',
    { reason: 'read-only-for-now', subreason: 'read_only_mode' },
  ],
  ['write', { write: ['a'] }, 'a/x', '', 'allowed'],
  ['write', { deny: ['a'] }, 'a/x', 'writable', { reason: 'path-forbidden', subreason: 'hidden' }],
  [
    'write',
    { within: { write: ['a'] } },
    'b',
    'outside the paths that may be written',
    { op: 'write' },
  ],
  ['read', { within: { read: ['a'] } }, 'b', 'outside the paths that may be read', { op: 'read' }],
  ['list', { within: { read: ['a'] } }, 'b', 'outside the paths that may be read', { op: 'read' }],
])('to %s under %j at %j', (op, rules, path, words, data) => {
  const policy = createPolicy(rules);
  const require = {
    read: policy.requireRead,
    write: policy.requireWrite,
    list: policy.requireList,
  }[op];
  const outcome = refused(() => require?.(path));
  if (data === 'allowed') expect(outcome).toBe('allowed');
  else expect(outcome).toMatchObject({ ...data, text: expect.stringContaining(words) });
});

test.each<[PathPolicy, boolean, boolean]>([
  [{ hidden: true }, true, true],
  [{}, false, true],
  [{ hidden: true, read: ['a'] }, false, false],
  [{ hidden: true, write: ['a'] }, false, true],
  [{ hidden: true, readOnly: true }, false, true],
  [{ hidden: true, deny: ['a'] }, false, false],
  [{ hidden: true, deny: [] }, true, true],
  [{ hidden: true, sharedOnly: true }, false, false],
  [{ hidden: true, within: { hidden: true } }, true, true],
  [{ hidden: true, within: { hidden: true, read: [] } }, false, false],
  [{ hidden: true, read: [], within: { hidden: true } }, false, false],
])('under %j nothing is closed: %s, every note is readable: %s', (rules, isOpen, readsAll) => {
  const policy = createPolicy(rules);
  expect([policy.isOpen, policy.readsAllNotes()]).toEqual([isOpen, readsAll]);
});

test('an ignore file and what is withheld close paths to those whom they concern', () => {
  const closing = {
    ignored: (path: string) => path.startsWith('ignored'),
    withheld: (path: string) => path.startsWith('withheld'),
  };
  const may = (rules: PathPolicy) =>
    ['ignored/x', 'withheld/x', 'x'].map((path) => createPolicy(rules, closing).mayRead(path));
  expect(may({})).toEqual([false, true, true]);
  expect(may({ hidden: true })).toEqual([true, true, true]);
  expect(may({ sharedOnly: true })).toEqual([false, false, true]);
  expect(may({ within: { sharedOnly: true } })).toEqual([false, false, true]);
  expect(createPolicy({}, closing).readsAllNotes()).toBe(false);
  expect(createPolicy({ hidden: true }, closing).readsAllNotes()).toBe(true);
  expect(createPolicy({}, { ...closing, isIgnoring: () => false }).readsAllNotes()).toBe(true);
});

test('both of two policies must agree on what is listed', () => {
  const policy = createPolicy({ read: ['a', 'b'], within: { read: ['b/c'] } });
  expect(['a', 'b', 'b/c', ''].map((path) => policy.mayList(path))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('a glob names a folder with or without its slash, and the root is never closed', () => {
  reads({ deny: ['a//'] }, 'a/x.md', false);
  reads({ deny: ['**'] }, '', true);
  reads({ deny: ['**'] }, 'x', false);
  reads({ deny: ['Caf\u00e9'] }, 'cafe\u0301/x', false);
  reads({ read: ['Caf\u00e9'] }, 'cafe\u0301/x', true);
  reads({ hidden: true, deny: ['*.md'] }, '.x.md', false);
  reads({ sharedOnly: true }, 'x.md', true);
});

test.each([
  ['a\r\nb', ['a', 'b'], ['c']],
  ['  a  \n\n#b', ['a'], ['b', '#b']],
  ['a//', ['a', 'x/a/y'], ['ab']],
  ['//a', ['a', 'a/x'], ['b/a']],
  ['*.md\n!/keep.md\nx.md', ['a.md', 'x.md'], ['keep.md']],
  ['!a', [], ['a']],
  ['.secret', ['.secret', 'a/.secret/b'], ['secret']],
])('the ignore file %j', (text, closed, open) => {
  const ignored = parseIgnore(text);
  expect(closed.filter(ignored)).toEqual(closed);
  expect(open.filter(ignored)).toEqual([]);
});
