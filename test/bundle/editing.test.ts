import { expect, test } from 'vitest';
import { shareBundle } from '../support/bundle.ts';

const { home, begin } = shareBundle();

test('39 append on a line of its own', async () => {
  const server = await begin({ 'a.md': 'a', 'b.md': 'b\n', 'c.md': 'x\r\ny', 'd.md': '' });
  for (const name of ['a', 'b', 'c', 'd']) {
    await server.ok('append_note', { name, content: 'x' });
  }
  expect(['a', 'b', 'c', 'd'].map((name) => home.text(`${name}.md`))).toEqual([
    'a\nx',
    'b\nx',
    'x\r\ny\r\nx',
    'x',
  ]);
});

test('40 append inline', async () => {
  const server = await begin({ 'a.md': 'a' });
  expect(await server.ok('append_note', { name: 'a', content: 'x', inline: true })).toMatchObject({
    path: 'a.md',
    appended: true,
    size: 2,
    previousSize: 1,
  });
  expect(home.text('a.md')).toBe('ax');
});

test('41 backslashes and long texts are stored literally', async () => {
  const server = await begin({ 'a.md': '' });
  await server.ok('append_note', { name: 'a', content: '\\theta \\nabla\n' });
  const long = 'lorem '.repeat(175_000);
  await server.ok('append_note', { name: 'a', content: long });
  expect(home.text('a.md')).toBe(`\\theta \\nabla\n${long}`);
});

test('42 append never creates', async () => {
  const server = await begin();
  await server.fails('append_note', { name: 'Nobody', content: 'x' }, -32003, 'FILE_NOT_FOUND');
  await server.fails('append_note', { path: 'No/Body.md', content: 'x' }, -32003, 'FILE_NOT_FOUND');
  expect(home.has('No')).toBe(false);
});

test('43 prepend goes below the frontmatter, which stays byte for byte', async () => {
  const server = await begin();
  expect(await server.ok('prepend_note', { name: 'Fm', content: 'first' })).toMatchObject({
    prepended: true,
  });
  expect(home.text('Fm.md')).toBe('---\ntitle: "F"   # kept\naliases: [Effem]\n---\nfirst\nbody\n');
  await server.ok('prepend_note', { name: 'Fm', content: 'zero ', inline: true });
  expect(home.text('Fm.md')).toContain('---\nzero first\nbody\n');
});

/** Dots end a YAML document, but the app does not take them for the end of frontmatter, and it decides. */
test('43 prepend to frontmatter without an end of line, and where dots stand below it', async () => {
  const server = await begin({ 'a.md': '---\na: 1\n---', 'b.md': '---\na: 1\n...\nb' });
  await server.ok('prepend_note', { name: 'a', content: 'x' });
  await server.ok('prepend_note', { name: 'b', content: 'x' });
  expect(home.text('a.md')).toBe('---\na: 1\n---\nx\n');
  expect(home.text('b.md')).toBe('x\n---\na: 1\n...\nb');
});

test('44 prepend where frontmatter never closes', async () => {
  const server = await begin({ 'a.md': '---\nnot closed\n' });
  await server.ok('prepend_note', { name: 'a', content: 'x' });
  expect(home.text('a.md')).toBe('x\n---\nnot closed\n');
});

test('45 fifty appends at once', async () => {
  const server = await begin({ 'a.md': '' });
  const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`);
  await Promise.all(lines.map((content) => server.ok('append_note', { name: 'a', content })));
  expect(home.text('a.md').split('\n').sort()).toEqual(lines.sort());
});

test('46 delete goes to the trash', async () => {
  const server = await begin();
  expect(await server.ok('delete_note', { name: 'Root' })).toEqual({
    path: 'Root.md',
    deleted: true,
    permanent: false,
    trashPath: '.trash/Root.md',
  });
  expect(home.text('.trash/Root.md')).toBe('root\n');
  expect(home.has('Root.md')).toBe(false);
});

test('47 a name that is taken in the trash gets a number', async () => {
  const server = await begin();
  await server.ok('delete_note', { name: 'Root' });
  for (const trashPath of ['.trash/Root 2.md', '.trash/Root 3.md']) {
    await server.ok('create_note', { name: 'Root', content: 'again' });
    expect(await server.ok('delete_note', { name: 'Root' })).toMatchObject({ trashPath });
  }
});

test('48 delete for good', async () => {
  const server = await begin();
  const data = await server.ok('delete_note', { name: 'Root', permanent: true });
  expect(data).toEqual({ path: 'Root.md', deleted: true, permanent: true });
  expect(home.tree()).not.toContain('Root.md');
  expect(home.has('.trash')).toBe(false);
});

test('49 folders are never deleted', async () => {
  const server = await begin();
  for (const target of [{ path: 'Projects' }, { name: 'Projects' }, { name: 'Projects/' }]) {
    await server.fails('delete_note', target, -32602, 'NOT_A_NOTE');
  }
});
