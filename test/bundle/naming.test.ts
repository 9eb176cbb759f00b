import { expect, onTestFinished, test } from 'vitest';
import { BundleHome, fixture, pixel, shareBundle } from '../support/bundle.ts';
import type { Files } from '../support/vault-folder.ts';

const shared = shareBundle();
const begin = (more: Files = {}) => shared.begin({ ...fixture, ...more });

const alpha = '# Alpha\n\nSee [[Beta]].\n';

test('27 by name, by path, in another case, as a link, and by a path that is not there', async () => {
  const server = await begin();
  for (const name of ['Alpha', 'Projects/Alpha', 'projects/alpha', '[[Alpha#h|x]]', ' Alpha ']) {
    expect(await server.ok('read_note', { name }), name).toMatchObject({
      path: 'Projects/Alpha.md',
      content: alpha,
    });
  }
  const { suggestions } = await server.fails(
    'read_note',
    { name: 'Alpha.md' },
    -32003,
    'FILE_NOT_FOUND',
  );
  expect(suggestions).toEqual(['Projects/Alpha.md']);
});

test('28 a name that two notes have', async () => {
  const server = await begin();
  const data = await server.fails('read_note', { name: 'Beta' }, -32004, 'AMBIGUOUS_NAME');
  expect(data).toMatchObject({ matches: ['Archive/Beta.md', 'Projects/Beta.md'], total: 2 });
});

test('29 an exact path', async () => {
  const server = await begin();
  expect(await server.ok('read_note', { path: 'Projects/Beta.md' })).toMatchObject({
    content: 'beta of projects\n',
  });
  expect(await server.ok('read_note', { path: 'Projects/Beta' })).toMatchObject({
    path: 'Projects/Beta.md',
  });
});

test('30 a note at the root is no better than others', async () => {
  const server = await begin({ 'Beta.md': 'beta of the root\n' });
  const data = await server.fails('read_note', { name: 'Beta' }, -32004, 'AMBIGUOUS_NAME');
  expect(data.matches).toHaveLength(3);
  expect(await server.ok('read_note', { name: 'Beta.md' })).toMatchObject({
    content: 'beta of the root\n',
  });
});

test('31 the exact case wins', async () => {
  const server = await begin({ 'a/Case.md': 'upper', 'b/case.md': 'lower' });
  expect(await server.ok('read_note', { name: 'case' })).toMatchObject({ path: 'b/case.md' });
});

test('32 an alias serves readers only', async () => {
  const server = await begin();
  expect(await server.ok('read_note', { name: 'Effem' })).toMatchObject({
    path: 'Fm.md',
    resolvedBy: 'alias',
  });
  await server.fails('append_note', { name: 'Effem', content: 'x' }, -32003, 'FILE_NOT_FOUND');
});

test('33 the case of a path counts', async () => {
  const server = await begin();
  const { suggestions } = await server.fails(
    'read_note',
    { path: 'projects/alpha.md' },
    -32003,
    'FILE_NOT_FOUND',
  );
  expect(suggestions).toEqual(['Projects/Alpha.md']);
});

test('34 Unicode forms are the same name', async () => {
  const server = await begin({ [`${'Café'.normalize('NFD')}.md`]: 'x' });
  for (const target of [{ name: 'Café' }, { path: 'Café.md' }, { file: 'café' }]) {
    expect(await server.ok('read_note', target)).toMatchObject({ content: 'x' });
  }
});

test('35 a picture comes as a resource', async () => {
  const server = await begin();
  const { result } = await server.call('read_note', { name: 'img.png' });
  expect(result?.content).toEqual([
    {
      type: 'resource',
      resource: {
        uri: 'obsidian://vault/img.png',
        mimeType: 'image/png',
        blob: pixel.toString('base64'),
      },
    },
    { type: 'text', text: expect.not.stringContaining('"content"') },
  ]);
});

test('35 a file that is not text and too large is only described', async () => {
  const server = await begin({ 'big.zip': Buffer.alloc(6 * 1024 * 1024) });
  expect(await server.ok('read_note', { path: 'big.zip' })).toMatchObject({
    truncated: true,
    size: 6 * 1024 * 1024,
  });
});

test('36 bytes are unchanged', async () => {
  const content = '\ufeff---\r\na: 1\r\n---\r\nno end';
  const server = await begin({ 'odd.md': content });
  expect(await server.ok('read_note', { name: 'odd' })).toMatchObject({
    content,
    size: Buffer.byteLength(content),
  });
});

test('37 no target, and two', async () => {
  const server = await begin();
  await server.fails('read_note', {}, -32602, 'TARGET_REQUIRED');
  await server.fails('read_note', { file: 'Root', path: 'Root.md' }, -32602, 'INVALID_PARAMS');
  await server.fails('delete_note', {}, -32602, 'TARGET_REQUIRED');
});

test('38 what the policy hides is not named', async () => {
  const home = new BundleHome();
  onTestFinished(() => home.close());
  const server = await home.start({ env: { OBSIDIAN_READ_PATHS: 'Projects' } });
  expect(await server.ok('read_note', { name: 'Beta' })).toMatchObject({
    path: 'Projects/Beta.md',
  });
  const { message } = await server.fails(
    'read_note',
    { path: 'Archive/Beta.md' },
    -32003,
    'FILE_NOT_FOUND',
  );
  expect(message).not.toContain('forbidden');
  await server.fails(
    'append_note',
    { path: 'Archive/Beta.md', content: 'x' },
    -32005,
    'PATH_FORBIDDEN',
  );
});

test('excluded files give way to others of the same name', async () => {
  const server = await begin({
    '.obsidian/app.json': JSON.stringify({ userIgnoreFilters: ['Archive/'] }),
  });
  expect(await server.ok('read_note', { name: 'Beta' })).toMatchObject({
    path: 'Projects/Beta.md',
  });
});

test('91 a file with an odd name is used by its path', async () => {
  const server = await begin();
  const target = { path: 'Weird #1.md' };
  expect(await server.ok('read_note', target)).toMatchObject({ content: 'odd\n' });
  expect(await server.ok('rename_note', { ...target, newName: 'Weird 1' })).toMatchObject({
    to: 'Weird 1.md',
  });
});
