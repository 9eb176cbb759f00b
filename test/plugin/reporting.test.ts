import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect } from 'vitest';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const note = 'one\ntwo 😀 x\nthree\n';
const paragraphs = 'first words\n\nsecond\nparagraph\n\n> a callout\n';
let home: VaultHome;
let app: TestApp;

const range = (l1: number, c1: number, l2: number, c2: number) => ({
  start: { line: l1, character: c1 },
  end: { line: l2, character: c2 },
});

beforeAll(async () => {
  home = new VaultHome({
    'A.md': note,
    'B.md': 'other\n',
    'Read.md': paragraphs,
    'Windows.md': 'one\r\ntwo\r\n',
    'Picture.png': 'x',
    'Large.md': `${'x'.repeat(1024 * 1024 - 1)}😀${'y'.repeat(1024 * 1024)}\n`,
  });
  atFileEnd(() => home.remove());
  await home.serve();
  app = await TestApp.open(home);
  await app.attached();
});

/** Every case begins with one tab. */
beforeEach(async () => {
  await app.do('closeAll');
  await app.reported({ open: [] });
});

browserTest('16: an open note is active, with the cursor as an empty range', async () => {
  await app.do('open', 'A.md');
  await app.reported({ active: 'A.md', selection: range(0, 0, 0, 0), text: '' });
  expect(app.lastReport).toMatchObject({ kind: 'plugin', diffs: true, open: ['A.md'] });
});

browserTest('17, 19, 22: a selection is reported once, without a key being typed', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [1, 0], [1, 6]);
  await app.reported({ selection: range(1, 0, 1, 6), text: 'two 😀', dirty: [] });
  const count = app.reports().length;
  await app.do('select', [1, 0], [1, 6]);
  await app.do('select', [0, 0], [0, 3]);
  await app.reported({ selection: range(0, 0, 0, 3) });
  expect(app.reports().length).toBe(count + 1);
});

browserTest('18: a selection backwards over several lines starts before it ends', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [2, 5], [0, 0]);
  await app.reported({ selection: range(0, 0, 2, 5), text: 'one\ntwo 😀 x\nthree' });
});

browserTest('20: unsaved text comes from the buffer until the app has saved it', async () => {
  home.write({ 'Typed.md': 'a b\n' });
  await app.notice();
  await app.do('open', 'Typed.md');
  await app.do('select', [0, 2], [0, 3]);
  await app.do('type', 'word');
  await app.do('select', [0, 2], [0, 6]);
  await app.reported({ text: 'word', dirty: ['Typed.md'] });
  await app.reported({ dirty: [] });
  expect(home.tree()['Typed.md']).toBe('a word\n');
});

browserTest('23: what is deselected is reported as an empty range in the same note', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [0, 0], [0, 3]);
  await app.reported({ text: 'one' });
  await app.do('select', [0, 3]);
  await app.reported({ active: 'A.md', selection: range(0, 3, 0, 3), text: '' });
});

browserTest('24: side panes, dialogs and our own views leave the note active', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [0, 0], [0, 3]);
  await app.reported({ text: 'one' });
  const before = app.reports().length;
  await app.eval(`{
    const { Modal, SuggestModal } = standIn.modules.obsidian;
    const dialog = new Modal(standIn.app);
    dialog.open();
    dialog.contentEl.createEl('input').focus();
    const palette = new (class extends SuggestModal { getSuggestions = () => []; })(standIn.app);
    palette.open();
    palette.inputEl.focus();
    globalThis.dialogs = [dialog, palette];
  }`);
  // Another selection makes a report while both are open.
  await app.do('select', [0, 0], [0, 2]);
  await app.reported({ active: 'A.md', text: 'on' });
  await app.eval('for (const each of dialogs) each.close()');
  await app.do('focusPane', 'outline');
  await app.do('run', 'vaultd-companion:show-activity');
  await app.page.locator('.vaultd-activity').waitFor();
  await app.do('goToTab', 'vaultd-activity');
  await app.do('goTo', 'A.md');
  // What was reported of all this comes before this selection.
  await app.do('select', [0, 0], [0, 1]);
  await app.reported({ active: 'A.md', text: 'o' });
  const others = app
    .reports()
    .slice(before)
    .filter(({ active }) => active !== 'A.md');
  expect(others).toEqual([]);
});

browserTest(
  '25, 26: each tab has its own selection, and without a note none is active',
  async () => {
    await app.do('open', 'A.md');
    await app.do('select', [0, 0], [0, 3]);
    await app.do('open', 'B.md', 'tab');
    await app.do('select', [0, 0], [0, 5]);
    await app.reported({ active: 'B.md', text: 'other', open: ['A.md', 'B.md'] });
    await app.do('goTo', 'A.md');
    await app.reported({ active: 'A.md', text: 'one' });
    await app.do('close', 'A.md');
    await app.do('close', 'B.md');
    await app.reported({ open: [] });
    expect(app.lastReport).not.toHaveProperty('active');
  },
);

browserTest('27: the note of a window of its own, and what is selected there', async () => {
  await app.do('open', 'A.md');
  await app.do('openPopout', 'B.md');
  await app.do('select', [0, 0], [0, 5]);
  await app.reported({ active: 'B.md', text: 'other', open: ['A.md', 'B.md'] });
});

browserTest('28: a selection in an embed or a card is not one of the note', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [0, 0], [0, 3]);
  await app.reported({ text: 'one' });
  const count = app.reports().length;
  await app.do('useCard', 'text of a card');
  await app.do('select', [2, 0], [2, 5]);
  await app.reported({ text: 'three' });
  expect(app.reports().length).toBe(count + 1);
});

browserTest('29, 30: words in reading view have the lines of their sections', async () => {
  await app.do('open', 'Read.md');
  await app.do('setMode', 'Read.md', 'preview');
  await app.do('selectRendered', 0, 1);
  await app.reported({ active: 'Read.md', selection: range(0, 0, 3, 9) });
  expect(app.lastReport.text).toMatch(/^first words\s+second\s+paragraph$/);
  await app.do('selectRendered', 2, 2);
  await until(() => app.lastReport.selection === undefined, 'a report without a range');
  expect(app.lastReport).toMatchObject({ active: 'Read.md' });
});

browserTest('31: of several cursors the main one is reported', async () => {
  await app.do('open', 'A.md');
  await app.do('selectMany', [0, 3], [4, 7]);
  await app.reported({ selection: range(1, 0, 1, 3), text: 'two' });
});

browserTest('32: a large selection is cut without half of a character', async () => {
  await app.do('open', 'Large.md');
  await app.eval('standIn.driver.select([0, 0], [0, 3 * 1024 * 1024])');
  await until(() => String(app.lastReport.text ?? '').length > 1000, 'the large report');
  expect(String(app.lastReport.text)).toBe('x'.repeat(1024 * 1024 - 1));
});

browserTest('33: a file without text is active without a range', async () => {
  await app.do('open', 'Picture.png');
  await app.reported({ active: 'Picture.png', open: ['Picture.png'] });
  expect(app.lastReport).not.toHaveProperty('selection');
});

browserTest('36, 37: a rename is followed, by the app or by the daemon', async () => {
  home.write({ 'Moved.md': 'x\n' });
  await app.notice();
  await app.do('open', 'Moved.md');
  await app.reported({ active: 'Moved.md' });
  await app.do('rename', 'Moved.md', 'By the app.md');
  await app.reported({ active: 'By the app.md', open: ['By the app.md'] });
  const client = await home.connect();
  await client.call('RenameNote', { path: 'By the app.md', to: 'By the daemon.md' });
  client.close();
  await app.notice();
  await app.reported({ active: 'By the daemon.md', open: ['By the daemon.md'] });
});

browserTest('39: while sharing is paused nothing is active or open', async () => {
  await app.do('open', 'A.md');
  await app.reported({ active: 'A.md' });
  await app.do('run', 'vaultd-companion:pause-sharing');
  await app.reported({ open: [] });
  expect(app.lastReport).not.toHaveProperty('active');
  expect(await app.statusText).toContain('paused');
  await app.do('run', 'vaultd-companion:pause-sharing');
  await app.reported({ active: 'A.md' });
});

browserTest('40: a hidden file is not reported', async () => {
  await app.do('restore', '.hidden/secret.md');
  await app.do('open', 'A.md', 'tab');
  await app.reported({ open: ['A.md'] });
});

browserTest('41: lines of a note with CRLF count as the app counts', async () => {
  await app.do('open', 'Windows.md');
  await app.do('select', [0, 0], [1, 3]);
  await app.reported({ selection: range(0, 0, 1, 3), text: 'one\ntwo' });
});

browserTest('a note that an app without a dirty flag has edited counts as unsaved', async () => {
  await app.do('open', 'B.md');
  await app.do('removeUnofficial');
  await app.do('select', [0, 0]);
  await app.do('type', 'an');
  await app.reported({ dirty: ['B.md'] });
  await app.reported({ dirty: [] });
  writeFileSync(join(home.vault, 'B.md'), 'other\n');
});
