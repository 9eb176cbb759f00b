import { expect, test } from 'vitest';
import { parseVaultPath as p } from '../../contract/paths.ts';
import type { VisibleChange } from '../../operations/sessions.ts';
import { toNotices } from './subscriptions.ts';

function check(change: VisibleChange, uris: readonly string[], isListChanged: boolean): void {
  expect(toNotices([change])).toEqual({
    uris: new Set(uris.map((path) => `obsidian://vault/${path}`)),
    isListChanged,
  });
}

test('a renamed note is told about at both places, and only notes are', () => {
  const type = 'file';
  const renamed = (path: string, newPath: string): VisibleChange => ({
    kind: 'renamed',
    path: p(path),
    newPath: p(newPath),
    type,
  });
  check(renamed('a.md', 'b.md'), ['a.md', 'b.md'], true);
  check(renamed('a.md', 'b.txt'), ['a.md'], true);
  check(renamed('a.txt', 'b.md'), ['b.md'], true);
  check(renamed('a.txt', 'b.txt'), [], false);
  check({ kind: 'modified', path: p('a.md'), type }, ['a.md'], false);
  check({ kind: 'deleted', path: p('a.md'), type }, ['a.md'], true);
});
