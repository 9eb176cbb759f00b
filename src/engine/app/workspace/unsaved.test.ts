import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caller, harvest, openTestVault } from '../../../../test/support/vault.ts';
import { parseVaultPath as p, type VaultPath } from '../../../contract/paths.ts';
import { type EditorKind, nothingOpen } from '../../../contract/workspace.ts';

const files = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'folder/c.md': 'c\n' };

/** A vault in which an editor holds notes with unsaved text. */
async function openHeld(kind: EditorKind, saves: boolean, ...dirty: VaultPath[]) {
  const { root, engine } = await openTestVault(files);
  const session = { id: 'editor', ended: new AbortController().signal };
  const { workspace } = engine.as(caller(undefined, 'vim'));
  const report = (paths: readonly VaultPath[]) =>
    workspace.report(session, kind, { ...nothingOpen, open: paths, dirty: paths });
  report(dirty);
  const wanted: VaultPath[] = [];
  engine.workspace.events.on((event) => {
    if (event.kind !== 'save-wanted') return;
    wanted.push(event.path);
    if (!saves) return;
    writeFileSync(join(root, event.path), `typed in ${event.path}\n`);
    report(dirty.filter((path) => !wanted.includes(path)));
  });
  const as = (id?: string) => engine.as(caller(), { session: id });
  const plan = async (path: VaultPath) => {
    const planned: string[] = [];
    const onPlanned = (change: { readonly path: string }) => planned.push(change.path);
    await engine.as(caller(), { onPlanned }).vault.write(path, Buffer.from('x'));
    return planned;
  };
  return { root, view: as('agent'), as, plan, wanted };
}

const held = { code: 'unavailable', about: { reason: 'unsaved-text' } };

test('an edit is made to the text that the editor has just saved', async () => {
  const { root, view, wanted } = await openHeld('plugin', true, p('a.md'));
  await view.notes.update(p('a.md'), (text) => `${text}and more\n`);
  expect(harvest(root)['a.md']).toBe('typed in a.md\nand more\n');
  expect(wanted).toEqual(['a.md']);
});

test('what replaces, moves, deletes or undoes waits too, each file once', async () => {
  const { root, view, wanted } = await openHeld('plugin', true, p('b.md'), p('folder/c.md'));
  await view.vault.write(p('b.md'), Buffer.from('new\n'));
  await view.vault.rename(p('folder'), p('moved'));
  expect(harvest(root)).toMatchObject({ 'b.md': 'new\n', 'moved/c.md': 'typed in folder/c.md\n' });
  expect(wanted).toEqual(['b.md', 'folder/c.md']);
  const [, replaced] = view.history.log();
  await view.history.undo(replaced?.id ?? '');
  expect(harvest(root)['b.md']).toBe('typed in b.md\n');
});

test('a step of many notes is refused as a whole when one is not saved', async () => {
  const { root, view } = await openHeld('editor', false, p('a.md'));
  await expect(view.refactoring.move(p('b.md'), p('d.md'))).rejects.toMatchObject({
    ...held,
    message: '"a.md" has unsaved text in the editor "vim".',
  });
  expect(harvest(root)).toMatchObject(files);
  await view.vault.write(p('folder/c.md'), Buffer.from('another note\n'));
});

test('a note that is held under the name of a link to it is held', async () => {
  const { root, view } = await openHeld('editor', false, p('link.md'));
  symlinkSync('b.md', join(root, 'link.md'));
  await expect(view.vault.remove(p('b.md'))).rejects.toMatchObject(held);
});

test('an editor may write what it holds itself, and drafts of the dashboard hold up nothing', async () => {
  const { as } = await openHeld('editor', false, p('a.md'));
  await as('editor').vault.write(p('a.md'), Buffer.from('mine\n'));
  await expect(as().vault.write(p('a.md'), Buffer.from('x'))).rejects.toMatchObject(held);
  const dashboard = await openHeld('dashboard', false, p('a.md'));
  await dashboard.view.vault.write(p('a.md'), Buffer.from('x'));
});

test('a dry run asks no editor to save', async () => {
  const { wanted, plan } = await openHeld('plugin', true, p('a.md'));
  expect(await plan(p('a.md'))).toEqual(['a.md']);
  expect(wanted).toEqual([]);
});
