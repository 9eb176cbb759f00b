import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateNotes, planted, writeVault } from '../../bench/generate-vault.ts';
import { BundleHome } from '../support/bundle.ts';

const noteCount = 5_000;
let home: BundleHome;
beforeAll(() => {
  home = new BundleHome({
    'Deep/Down/Special Name.md': 'special\n',
    'Link.md': '[[Special Name]]\n',
  });
  writeVault(home.root, generateNotes(noteCount));
});
afterAll(() => home.close());

test('93 initialize, ping and tools/list are answered before a call that has to read all notes', async () => {
  const server = await home.start({ revision: false, args: ['--stories=search'] });
  await Promise.all([
    server.shakeHands('2025-11-25'),
    server.ok('search', { query: planted.common }),
    server.request('ping'),
    server.request('tools/list'),
  ]);
  // Ids in the order of the answers; requests are numbered as they are sent.
  const [initialize, search, ping, list] = [101, 102, 103, 104];
  const answered = server.lines.map((line) => JSON.parse(line).id);
  expect(answered).toEqual([initialize, ping, list, search]);
});

test('92 names, file tools and search find what they should among thousands of notes', async () => {
  const server = await home.start({ args: ['--stories=search'] });
  expect(await server.ok('read_note', { name: 'special name' })).toMatchObject({
    content: 'special\n',
  });
  expect(await server.ok('file_info', { name: 'Special Name' })).toMatchObject({
    path: 'Deep/Down/Special Name.md',
  });
  await server.ok('append_note', { name: 'Special Name', content: 'x' });
  await server.fails('read_note', { name: 'Specal Name' }, -32003, 'FILE_NOT_FOUND');
  await server.ok('move_note', { name: 'Special Name', to: 'Other/' });
  expect(home.has('Other/Special Name.md')).toBe(true);
  await server.ok('move_note', { name: 'Special Name', to: 'Deep/Down/' });
  expect(home.text('Deep/Down/Special Name.md')).toBe('special\nx');
  for (const query of [planted.rare, planted.common, planted.missing]) {
    await server.ok('search', { query });
  }
});
