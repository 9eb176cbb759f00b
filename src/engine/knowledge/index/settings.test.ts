import { expect, test } from 'vitest';
import { createExclusion } from './links/excluded.ts';
import { createLiveSettings, readSettings } from './settings.ts';

const settingsOf = (files: Record<string, unknown>) => readSettings((name) => files[name]);
const isExcluded = (filters: unknown, path: string) =>
  settingsOf({ 'app.json': { userIgnoreFilters: filters } }).isExcluded(path);

test('W1 a filter is the start of a path, in any case', () => {
  expect(isExcluded(['Archive/'], 'archive/x.md')).toBe(true);
  expect(isExcluded(['Archive/'], 'x/archive/x.md')).toBe(false);
});
test('W2 a filter between slashes is a pattern, in any case', () => {
  expect(isExcluded(['/\\.excalidraw\\.md$/'], 'a/b.Excalidraw.md')).toBe(true);
  expect(isExcluded(['/\\.excalidraw\\.md$/'], 'a/b.md')).toBe(false);
});
test('W3 null excludes nothing', () => expect(isExcluded(null, 'a.md')).toBe(false));
test('broken patterns and blank filters exclude nothing', () => {
  const excluded = createExclusion(['/(/', '', '/', '//']);
  expect(excluded('a.md')).toBe(false);
  expect(excluded('/a.md')).toBe(true);
});

test('a pattern that would not end is passed over', () => {
  const excluded = createExclusion(['/^(a+)+$/', '/.*\\.tmp\\.md$/']);
  expect(excluded(`${'a'.repeat(200)}!`)).toBe(false);
  expect(excluded('x/y.tmp.md')).toBe(true);
});

test('missing, empty and broken files mean defaults', () => {
  const defaults = settingsOf({});
  for (const odd of [null, [], 'x', 3, { newLinkFormat: 7, userIgnoreFilters: {}, types: 3 }]) {
    const read = settingsOf({ 'app.json': odd, 'types.json': odd, 'bookmarks.json': odd });
    expect({ ...read, isExcluded: 0 }).toEqual({ ...defaults, isExcluded: 0 });
  }
  expect(defaults).toMatchObject({
    newLinkFormat: 'shortest',
    useMarkdownLinks: false,
    attachmentFolderPath: '/',
    trashOption: 'system',
    templates: { dateFormat: 'YYYY-MM-DD', timeFormat: 'HH:mm' },
    uniqueNotes: { format: 'YYYYMMDDHHmm' },
  });
});

test('what is set is taken', () => {
  const settings = settingsOf({
    'app.json': { newLinkFormat: 'relative', useMarkdownLinks: true, trashOption: 'local' },
    'types.json': { types: { Due: 'date', odd: 'nonsense' } },
    'bookmarks.json': {
      items: [
        { type: 'file', path: 'a.md' },
        { type: 'group', title: 'G', items: [{ type: 'file', path: 'b.md', subpath: '#h' }] },
        { type: 'folder', path: 'f' },
        { type: 'unknown' },
      ],
    },
  });
  expect(settings).toMatchObject({ newLinkFormat: 'relative', useMarkdownLinks: true });
  expect([...settings.types]).toEqual([['due', 'date']]);
  expect([...settings.starred]).toEqual(['a.md', 'b.md']);
  expect(settings.bookmarks).toHaveLength(3);
});

test('settings are read again when their file changed', () => {
  let app: unknown = {};
  let reads = 0;
  const live = createLiveSettings((name) => {
    reads++;
    return name === 'app.json' ? app : undefined;
  });
  app = { showUnsupportedFiles: true };
  const before = reads;
  expect(live.reload(['a.md', '.obsidian/workspace.json'])).toBe(false);
  expect(reads).toBe(before);
  expect(live.reload(['.obsidian/app.json'])).toBe(true);
  expect(live.current.showUnsupportedFiles).toBe(true);
});
