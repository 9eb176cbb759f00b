import { expect, onTestFinished, test } from 'vitest';
import { BundleHome, fixture, shareBundle } from '../support/bundle.ts';
import { until } from '../support/until.ts';

const { home, begin } = shareBundle();

const beta = { path: 'Projects/Beta.md' };

test('50 nothing is replaced', async () => {
  const server = await begin();
  await server.fails('move_note', { ...beta, to: 'Archive/' }, -32000, 'FILE_EXISTS');
  expect(home.text('Projects/Beta.md')).toBe('beta of projects\n');
  expect(home.text('Archive/Beta.md')).toBe('beta of the archive\n');
  expect(home.text('Projects/Alpha.md')).toContain('[[Beta]]');
});

test('51 into a new folder, and links still mean the note', async () => {
  const server = await begin();
  // Of two notes with this name the link means the nearer one, so it can stay as it is.
  expect(await server.ok('move_note', { ...beta, to: 'New/' })).toEqual({
    from: 'Projects/Beta.md',
    to: 'New/Beta.md',
    moved: true,
    linksUpdated: 0,
    filesTouched: [],
  });
  expect(home.text('New/Beta.md')).toBe('beta of projects\n');
  const far = await server.ok('move_note', { path: 'New/Beta.md', to: 'Far/Away/From/' });
  expect(far).toMatchObject({ linksUpdated: 1, filesTouched: ['Projects/Alpha.md'] });
  expect(home.text('Projects/Alpha.md')).toContain('[[Far/Away/From/Beta]]');
});

test('52 into an existing folder, and to a full path', async () => {
  const server = await begin({ ...fixture, 'Old/x.md': '' });
  expect(await server.ok('move_note', { ...beta, to: 'Old' })).toMatchObject({ to: 'Old/Beta.md' });
  expect(await server.ok('move_note', { path: 'Old/Beta.md', to: 'New/Name' })).toMatchObject({
    to: 'New/Name.md',
  });
  expect(await server.ok('move_note', { path: 'New/Name.md', to: '/' })).toMatchObject({
    to: 'Name.md',
  });
  expect(await server.ok('move_note', { path: 'Name.md', to: 'Name.md' })).toMatchObject({
    moved: true,
    linksUpdated: 0,
  });
  await server.fails('move_note', { path: 'Name.md', to: 'a/../b' }, -32602, 'INVALID_NAME');
  await server.fails('move_note', { path: 'Name.md', to: '.git/x' }, -32005, 'PATH_FORBIDDEN');
});

test('53 rename keeps display text and heading of links', async () => {
  const server = await begin({
    ...fixture,
    'Projects/Alpha.md': '[[Beta]] [[Beta#Part|shown]] ![[Beta#^id]] [m](Beta.md)\n',
  });
  const data = await server.ok('rename_note', { ...beta, newName: 'Gamma' });
  expect(data).toMatchObject({ to: 'Projects/Gamma.md', renamed: true, linksUpdated: 4 });
  expect(home.text('Projects/Alpha.md')).toBe(
    '[[Gamma]] [[Gamma#Part|shown]] ![[Gamma#^id]] [m](Gamma.md)\n',
  );
});

test('54 names with a slash, the same name, another case', async () => {
  const server = await begin();
  await server.fails('rename_note', { ...beta, newName: 'a/b' }, -32602, 'INVALID_NAME');
  expect(await server.ok('rename_note', { ...beta, newName: 'Beta' })).toMatchObject({
    to: 'Projects/Beta.md',
    linksUpdated: 0,
  });
  expect(await server.ok('rename_note', { ...beta, newName: 'BETA.md' })).toMatchObject({
    to: 'Projects/BETA.md',
  });
  expect(home.tree()).toContain('Projects/BETA.md');
  expect(home.tree()).not.toContain('Projects/Beta.md');
});

test('55 links in code, in frontmatter, in a canvas', async () => {
  const server = await begin({
    'B.md': '',
    'A.md': '---\nup: "[[B]]"\n---\n`[[B]]`\n\n```\n[[B]]\n```\n',
    'c.canvas': JSON.stringify({ nodes: [{ id: '1', type: 'file', file: 'B.md' }], edges: [] }),
  });
  const data = await server.ok('rename_note', { name: 'B', newName: 'C' });
  expect(data).toMatchObject({ filesTouched: ['A.md', 'c.canvas'] });
  expect(home.text('A.md')).toBe('---\nup: "[[C]]"\n---\n`[[B]]`\n\n```\n[[B]]\n```\n');
  expect(home.text('c.canvas')).toContain('"C.md"');
});

test('56 links are left alone on demand', async () => {
  const server = await begin();
  expect(
    await server.ok('rename_note', { ...beta, newName: 'Gamma', updateLinks: false }),
  ).toMatchObject({ linksUpdated: 0, filesTouched: [] });
  expect(home.text('Projects/Alpha.md')).toContain('[[Beta]]');
});

test('57 a crash in the middle of a move leaves all or nothing', async () => {
  const count = 60;
  const links = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`n${at}.md`, `see [[Hub]] ${at}\n`]),
  );
  const home = new BundleHome({ ...links, 'Hub.md': 'hub\n' });
  onTestFinished(() => home.close());
  let server = await home.start();
  let name = 'Hub';
  for (let round = 0; round < 5; round++) {
    await server.ok('read_note', { file: name });
    const next = `Hub${round}`;
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'obsidian_rename_note', arguments: { file: name, newName: next } },
    });
    // Each round lets the move get further before the process dies.
    const staged = () => home.tree().filter((path) => path.includes('.rsh-write')).length;
    const isThere = () => home.has(`${next}.md`);
    await until(() => staged() >= round * 15 || isThere(), 'the move to get on');
    await server.stop('SIGKILL');
    server = await home.start();
    const isMoved = (await server.call('read_note', { file: next })).error === undefined;
    name = isMoved ? next : name;
    expect(home.tree().filter((path) => !/^n\d+\.md$/.test(path))).toEqual([`${name}.md`]);
    for (let at = 0; at < count; at++) {
      expect(home.text(`n${at}.md`), `round ${round}`).toBe(`see [[${name}]] ${at}\n`);
    }
  }
});
