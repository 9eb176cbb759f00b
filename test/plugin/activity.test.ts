import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect } from 'vitest';
import { type Agent, openAgent } from '../support/agent.ts';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const links = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`Links/${at}.md`, 'See [[Target]].\n']),
);
let home: VaultHome;
let app: TestApp;
let agent: Agent;

beforeAll(async () => {
  home = new VaultHome({
    'A.md': 'one\ntwo\nthree\n',
    'B.md': 'other\n',
    'Target.md': 'target\n',
    'Locked/L.md': 'locked\n',
    ...links,
  });
  atFileEnd(() => home.remove());
  home.configure(
    `[[vaults]]\npath = ${JSON.stringify(home.vault)}\nwrite_paths = ["A.md", "B.md", "Target.md", "Moved.md", "Links", "Many"]\n`,
  );
  await home.serveAs(['serve']);
  app = await TestApp.open(home, { data: { activityAtStart: true } });
  await app.attached();
  await app.page.locator('.vaultd-activity').waitFor();
  agent = await openAgent(home, 'scribe');
  atFileEnd(() => agent.close());
});

beforeEach(async () => {
  await app.eval('standIn.notices.length = 0');
});

const entries = () => app.page.locator('.vaultd-entry');
const newest = () => entries().first();
const text = (path: string) => {
  const file = join(home.vault, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** An agent writes a note, and the app has seen it. */
async function write(path: string, content: string): Promise<void> {
  const target = { type: 'path', path };
  await agent.call('obsidian_write_note', { target, content, overwrite: true });
  await until(() => text(path) === content, 'the write');
  await newest().getByText(path).first().waitFor();
  await app.notice();
}

browserTest('74, 75: what an agent writes is listed with its client; typing is not', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [0, 0]);
  await app.do('type', 'typed ');
  await app.eval('standIn.app.workspace.activeEditor.save()');
  expect(await entries().count()).toBe(0);
  await write('B.md', 'by an agent\n');
  expect(await newest().locator('.vaultd-client').textContent()).toBe('scribe');
  expect(await newest().locator('.vaultd-protocol').textContent()).toBe('mcp');
  expect(await entries().count()).toBe(1);
});

browserTest('76: undo brings the note back and marks the entry', async () => {
  await newest().getByRole('button', { name: 'Undo' }).click();
  await until(() => text('B.md') === 'other\n', 'the undo');
  await app.page.locator('.is-undone', { hasText: 'B.md' }).waitFor();
});

browserTest('77: undo of a move with 40 links asks once, then is one step', async () => {
  const client = await home.connect();
  await client.call('RenameNote', { path: 'Target.md', to: 'Moved.md' });
  client.close();
  await until(() => text('Links/39.md') === 'See [[Moved]].\n', 'the links to follow');
  await newest().getByText('Moved.md').first().waitFor();
  await newest().getByRole('button', { name: 'Undo' }).click();
  const modal = app.page.locator('.modal');
  expect(await modal.textContent()).toContain('41 files');
  await modal.getByRole('button', { name: 'Undo all' }).click();
  await until(() => text('Links/39.md') === 'See [[Target]].\n', 'the links to come back');
  expect(text('Target.md')).toBe('target\n');
  expect(app.requests('UndoChange').length).toBe(2);
});

browserTest(
  '78: undo after a later change of the same lines is refused, with the reason',
  async () => {
    await write('B.md', 'first\n');
    await write('B.md', 'second\n');
    const titles = async () => (await entries().allTextContents()).slice(0, 2);
    await until(
      async () => (await titles()).every((each) => each.includes('changed B.md')),
      'both changes',
    );
    await entries().nth(1).getByRole('button', { name: 'Undo' }).click();
    await app.noticed(/B\.md/);
    expect(text('B.md')).toBe('second\n');
  },
);

browserTest(
  '79: an open note shows the change, keeps its cursor, and marks the lines',
  async () => {
    await app.do('open', 'A.md');
    await app.do('select', [2, 3]);
    const at = await app.do<number>('cursor', 'A.md');
    const before = text('A.md') ?? '';
    await write('A.md', before.replace('two', 'TWO and more'));
    await until(async () => (await app.do<string>('text', 'A.md')).includes('TWO'), 'the new text');
    expect(await app.do('cursor', 'A.md')).toBe(at + 'TWO and more'.length - 'two'.length);
    await app.page.locator('.vaultd-changed-line').waitFor();
    expect(await app.page.locator('.vaultd-changed-line').allTextContents()).toEqual([
      'TWO and more',
    ]);
    expect(await app.do('menu', 'file', 'A.md')).toContain('Changed by scribe: show diff');
    await app.do('choose', 'Changed by scribe: show diff');
    await app.page.locator('.vaultd-change', { hasText: 'TWO and more' }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.do('type', 'x');
    await until(
      async () => (await app.page.locator('.vaultd-changed-line').count()) === 0,
      'no mark',
    );
  },
);

browserTest('80: unsaved text of an open note is saved before an agent changes it', async () => {
  await write('B.md', '# Log\n\nsecond\n');
  await app.do('open', 'B.md');
  await app.do('select', [2, 0]);
  await app.do('type', 'typed by hand ');
  await app.reported({ dirty: ['B.md'] });
  await agent.call('obsidian_patch_note', {
    target: { type: 'path', path: 'B.md' },
    section: { type: 'heading', target: 'Log' },
    operation: 'append',
    content: 'by an agent',
  });
  const both = '# Log\n\ntyped by hand second\n\nby an agent\n';
  expect(text('B.md')).toBe(both);
  await app.notice();
  await until(async () => (await app.do<string>('text', 'B.md')) === both, 'the buffer');
});

browserTest('81: the filter follows the active note', async () => {
  await app.page.getByLabel('This note only').click();
  await until(
    async () => (await app.page.locator('.vaultd-entry', { hasText: 'A.md' }).count()) === 0,
    'only B.md',
  );
  await app.do('open', 'A.md', 'tab');
  await app.page.locator('.vaultd-entry', { hasText: 'A.md' }).first().waitFor();
  expect(await app.page.locator('.vaultd-entry', { hasText: 'B.md' }).count()).toBe(0);
  await app.page.getByLabel('This note only').click();
  await app.page.locator('.vaultd-entry', { hasText: 'B.md' }).first().waitFor();
});

browserTest('82: of many changes the list keeps the newest, and counts the others', async () => {
  const client = await home.connect();
  const calls = Array.from({ length: 130 }, (_, at) =>
    client.call('WriteNote', { path: `Many/${at}.md`, content: 'x\n' }),
  );
  await Promise.all(calls);
  client.close();
  await app.page.locator('.vaultd-left-out').waitFor();
  await until(async () => (await entries().count()) === 100, '100 entries');
  const [, count] =
    /^(\d+) older/.exec((await app.page.locator('.vaultd-left-out').textContent()) ?? '') ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(30);
});

browserTest('83: a refusal is listed with its rule', async () => {
  const target = { type: 'path', path: 'Locked/L.md' };
  await agent.call('obsidian_append_to_note', { target, content: 'x' });
  await app.page.locator('.is-denied', { hasText: 'Locked/L.md' }).waitFor();
  expect(await app.page.locator('.vaultd-rule').first().textContent()).toMatch(/^Rule: \w+/);
});

browserTest('84: with the side bar closed nothing is read', async () => {
  await app.do('closeTab', 'vaultd-activity');
  const count = app.requests('ListActivity').length;
  const client = await home.connect();
  await client.call('WriteNote', { path: 'B.md', content: 'later\n' });
  client.close();
  await app.do('open', 'Target.md');
  await app.reported({ active: 'Target.md' });
  expect(app.requests('ListActivity').length).toBe(count);
});
