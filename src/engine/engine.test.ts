import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { caller, openTestVault } from '../../test/support/vault.ts';
import type { VaultChange } from '../contract/events.ts';
import { parseVaultPath as p } from '../contract/paths.ts';

const start = { 'a.md': '# A\n[[b]] #tag', 'd/b.md': 'words', 'd/c.md': '[[a]]' };

test('what is known is as fresh as the disk, whoever changed it', async () => {
  const { engine, root } = await openTestVault(start);
  const { vault, known } = engine.as(caller());
  const find = async (term: string) =>
    (await (await known()).searchText({ terms: [term] })).hits.map(({ path }) => path);
  expect(await find('words')).toEqual(['d/b.md']);
  expect((await known()).backlinks('d/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
  await vault.write(p('d/b.md'), Buffer.from('other'));
  expect(await find('words')).toEqual([]);
  writeFileSync(join(root, 'new.md'), 'words from outside');
  expect(await find('words')).toEqual(['new.md']);
  renameSync(join(root, 'd'), join(root, 'e'));
  expect((await known()).backlinks('e/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
  rmSync(join(root, 'new.md'));
  expect(await find('words')).toEqual([]);
});

test('a file whose name no path can say keeps nobody from the others', async () => {
  const { engine, root } = await openTestVault(start);
  writeFileSync(join(root, 'back\\slash.md'), 'words');
  const { vault, known } = engine.as(caller());
  const { hits } = await (await known()).searchText({ terms: ['words'] });
  expect(hits.map(({ path }) => path)).toEqual(['d/b.md']);
  expect(vault.list(p('')).map(({ name }) => name)).toEqual(['a.md', 'd']);
});

test('what the policy closes is not known either', async () => {
  const { engine } = await openTestVault(start);
  const known = await engine.as(caller({ read: ['d'] })).known();
  expect((await known.searchText({ terms: ['tag'] })).total).toBe(0);
  expect(await known.tags()).toEqual([]);
  expect(known.backlinks('d/b.md')).toEqual([]);
  expect(known.backlinks('a.md')).toEqual([]);
  expect(known.suggest('a')).not.toContain('a.md');
});

test('pages that the policy closes are in no answer about other pages', async () => {
  const { engine } = await openTestVault(start);
  const { pages } = await engine.as(caller({ read: ['d'] })).known();
  const pathsOf = (found: Iterable<{ path: string }> = []) => [...found].map(({ path }) => path);
  expect(pathsOf(pages.pages())).toEqual(['d/b.md', 'd/c.md']);
  expect(pathsOf(pages.pagesWithTag('#tag'))).toEqual([]);
  expect(pathsOf(pages.pagesLinkingTo('d/b.md'))).toEqual([]);
  expect(pathsOf(pages.pagesInFolder(''))).toEqual(['d/b.md', 'd/c.md']);
  expect(pages.filesLinkedFrom('d/c.md')).toEqual([]);
  expect(pages.resolve('a', 'd/c.md')).toBe(undefined);
  expect(pages.page('a.md')).toBe(undefined);
  expect(pages.hasFile('a.md')).toBe(false);
  expect(pages.readText('a.md')).toBe(undefined);
});

test('every change is told once, ours with its origin, in an order that can be replayed', async () => {
  const { engine, root } = await openTestVault(start);
  const { vault, known } = engine.as(caller());
  await known();
  const told: VaultChange[] = [];
  engine.indexedChanges.on((batch) => told.push(...batch));
  const { step } = await vault.write(p('a.md'), Buffer.from('new'));
  await vault.apply(
    [
      { kind: 'write', path: p('a.md'), bytes: Buffer.from('newer') },
      { kind: 'move', path: p('a.md'), to: p('x/a.md') },
    ],
    { why: 'both' },
  );
  mkdirSync(join(root, 'out'));
  writeFileSync(join(root, 'out/o.md'), 'o');
  utimesSync(join(root, 'd/b.md'), 1, 1);
  await known();
  expect(told[0]).toMatchObject({
    kind: 'modified',
    path: 'a.md',
    origin: { client: 'test', step },
  });
  const seen = told.map(({ kind, path, ...rest }) => [kind, path, 'origin' in rest]);
  expect(seen).toEqual([
    ['modified', 'a.md', true],
    ['created', 'x', true],
    ['renamed', 'a.md', true],
    ['modified', 'x/a.md', true],
    ['created', 'out', false],
    ['created', 'out/o.md', false],
  ]);
});

test('settings of the vault are live', async () => {
  const { engine, root } = await openTestVault(start);
  const { known } = engine.as(caller());
  expect((await known()).settings.newLinkFormat).toBe('shortest');
  mkdirSync(join(root, '.obsidian'));
  writeFileSync(join(root, '.obsidian/app.json'), '{"newLinkFormat":"relative"}');
  await vi.waitFor(async () => expect((await known()).settings.newLinkFormat).toBe('relative'));
});
