import { expect, test } from 'vitest';
import type { PathPolicy } from '../src/contract/callers.ts';
import { operations } from '../src/operations/index.ts';
import { openTestSession, openTestVault } from './support/vault.ts';

const files = {
  'Home.md':
    '---\naliases: [Start]\nrating: 3\n---\n# Home\n## Plan\n[[Log]] [[gone]] #p/q\n- [ ] do it ^t1\n',
  'Log.md': '- [x] done #p\n',
  'secret/S.md': '---\naliases: [Hidden]\n---\n[[gone]] #s\n- [ ] hidden\n',
  'Archive/Old.md': '#old\n',
  '.obsidian/app.json': '{"userIgnoreFilters": ["Archive/"]}',
  '.obsidian/bookmarks.json':
    '{"items": [{"type": "group", "title": "G", "items": [{"type": "file", "path": "Home.md"}, {"type": "file", "path": "secret/S.md"}]}]}',
};

/** Answers of an operation for somebody who may not read `secret/`. */
async function ask(name: string, input: unknown): Promise<unknown> {
  const policy: PathPolicy = { deny: ['secret/**'] };
  const session = openTestSession(await openTestVault(files), policy);
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const outcome = await session.dispatch(operation, input);
  if (!outcome.ok) throw outcome.error;
  expect(operation.output.safeParse(outcome.output).success).toBe(true);
  return outcome.output;
}

test.each([
  ['alias.list', {}, { aliases: [{ alias: 'Start', path: 'Home.md' }] }],
  ['bookmark.list', {}, { bookmarks: [{ type: 'file', path: 'Home.md', groups: ['G'] }] }],
  [
    'link.unresolved',
    {},
    { links: [{ target: 'gone', count: 1, sources: ['Home.md'] }], total: 1 },
  ],
  ['note.deadEnds', {}, { notes: ['Log.md'], total: 1 }],
  ['note.orphans', {}, { notes: ['Home.md'], total: 1 }],
  [
    'note.outline',
    { path: 'Home.md' },
    {
      headings: [
        { level: 1, text: 'Home', path: 'Home', line: 5 },
        { level: 2, text: 'Plan', path: 'Home::Plan', line: 6 },
      ],
      blocks: ['t1'],
      properties: ['aliases', 'rating'],
    },
  ],
  [
    'property.list',
    {},
    {
      properties: [
        { name: 'aliases', type: 'aliases', count: 1 },
        { name: 'rating', type: 'number', count: 1 },
      ],
    },
  ],
  ['tag.notes', { tag: 'P' }, { notes: ['Home.md', 'Log.md'], total: 2 }],
  [
    'tag.list',
    {},
    {
      tags: [
        { tag: 'p', count: 2, notes: 2 },
        { tag: 'p/q', count: 1, notes: 1 },
      ],
    },
  ],
  [
    'task.list',
    { state: 'open' },
    {
      tasks: [{ path: 'Home.md', line: 8, status: ' ', text: 'do it ^t1', blockId: 't1' }],
      truncated: false,
    },
  ],
  [
    'task.list',
    { offset: 1, limit: 1 },
    { tasks: [{ path: 'Log.md', line: 1, status: 'x', text: 'done #p' }], truncated: false },
  ],
])('%s %j says what the caller may know', async (name, input, wanted) =>
  expect(await ask(name, input)).toEqual(wanted),
);
