import { beforeAll, beforeEach, expect } from 'vitest';
import { type Agent, openAgent } from '../support/agent.ts';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

let home: VaultHome;
let app: TestApp;
let agent: Agent;

beforeAll(async () => {
  home = new VaultHome({
    'A.md': 'one\ntwo\nthree\n',
    'B.md': 'other\n',
    'Read.md': `${Array.from({ length: 50 }, (_, at) => `paragraph ${at}\n`).join('\n')}`,
  });
  atFileEnd(() => home.remove());
  home.env.OBSIDIAN_ENABLE_COMMANDS = 'true';
  await home.serve();
  app = await TestApp.open(home, { isWaiting: true });
  await app.do('addCommand', 'export:pdf', 'Export to PDF');
  await app.do('addCommand', 'printer:print', 'Print', 'throws');
  await app.do('addCommand', 'blocked:now', 'Not now', 'blocked');
  await app.do('addCommand', 'app:reload', 'Reload app');
  await app.start();
  await app.attached();
  agent = await openAgent(home, 'scribe');
  atFileEnd(() => agent.close());
});

beforeEach(async () => {
  await app.do('closeAll');
  await app.reported({ open: [] });
});

const openNote = (path: string, more: object = {}) =>
  agent.call('obsidian_open_in_ui', { path, ...more });

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

const runCommand = async (commandId: string): Promise<ToolResult> =>
  (await agent.call('obsidian_execute_command', { commandId })) as ToolResult;

const dialog = () => app.page.locator('.modal');

browserTest('85: a note that is open comes to the front, selected and centred', async () => {
  await app.do('open', 'A.md');
  await app.do('open', 'B.md', 'tab');
  await app.reported({ active: 'B.md' });
  const client = await home.connect();
  await client.call('OpenNote', { path: 'A.md', start_line: 1, end_line: 1 });
  client.close();
  await app.reported({ active: 'A.md', text: 'two' });
  expect(await app.do('leafCount')).toBe(2);
  expect(await app.eval('standIn.lastScroll.isCentred')).toBe(true);
});

browserTest('86: another note takes the tab in front, unless it is pinned', async () => {
  await app.do('open', 'A.md');
  await openNote('B.md');
  await app.reported({ active: 'B.md', open: ['B.md'] });
  await app.do('pin', 'B.md');
  await openNote('A.md');
  await app.reported({ active: 'A.md', open: ['B.md', 'A.md'] });
  await openNote('A.md', { newLeaf: true, newTab: true, new_tab: true });
  await until(async () => (await app.do('leafCount')) === 3, 'a third tab');
  expect(app.requests('OpenDone').every(({ shown }) => shown === true)).toBe(true);
});

browserTest('87: in the background a note is shown, and nothing takes the keyboard', async () => {
  await app.do('open', 'A.md');
  await app.do('open', 'B.md', 'tab');
  await app.eval(`{
    globalThis.raised = 0;
    window.focus = () => raised++;
    document.hasFocus = () => false;
    document.activeElement.blur();
  }`);
  await openNote('A.md');
  await app.reported({ active: 'A.md' });
  expect(await app.eval('document.activeElement === document.body')).toBe(true);
  await app.eval('delete document.hasFocus');
  await openNote('B.md');
  await app.reported({ active: 'B.md' });
  expect(await app.eval('document.activeElement.closest(".cm-editor") !== null')).toBe(true);
  expect(await app.eval('raised')).toBe(0);
});

browserTest('88: a path that the app does not know is not shown', async () => {
  const client = await home.connect();
  await client.call('CreateNote', { path: 'Unknown.md', content: 'x\n' });
  client.close();
  await openNote('Unknown.md');
  expect(app.requests('OpenDone').at(-1)).toMatchObject({ shown: false });
});

browserTest('89: a note in reading view is scrolled to the line', async () => {
  await app.do('open', 'Read.md');
  await app.do('setMode', 'Read.md', 'preview');
  const client = await home.connect();
  await client.call('OpenNote', { path: 'Read.md', start_line: 40, end_line: 40 });
  client.close();
  await until(
    async () => (await app.eval('standIn.driver.leaf("Read.md").view.lastLine')) === 40,
    'the line',
  );
});

browserTest('90: a note is saved once when it is asked for, and reported clean', async () => {
  await app.do('open', 'A.md');
  await app.do('open', 'A.md', 'tab');
  await app.do('select', [0, 0]);
  await app.do('type', 'typed ');
  await app.reported({ dirty: ['A.md'] });
  const saves = await app.eval<number>('standIn.app.saves.length');
  const client = await home.connect();
  await client.call('AppendNote', { path: 'A.md', content: 'added\n' });
  client.close();
  expect(home.tree()['A.md']).toBe('typed one\ntwo\nthree\nadded\n');
  expect(await app.eval('standIn.app.saves.length')).toBe(saves + 1);
  await app.reported({ dirty: [] });
});

browserTest('91: a note without unsaved text is reported at once, and not saved', async () => {
  await app.do('open', 'B.md');
  await app.reported({ active: 'B.md', dirty: [] });
  const [editor, writer] = [await home.connect(), await home.connect()];
  await editor.call('SetEditorState', { open: ['B.md'], dirty: ['B.md'] });
  const reports = app.reports().length;
  const saves = await app.eval('standIn.app.saves.length');
  const writing = writer.call('AppendNote', { path: 'B.md', content: 'added\n' });
  expect(await app.sends('SetEditorState', reports + 1)).toMatchObject({ dirty: [] });
  expect(await app.eval('standIn.app.saves.length')).toBe(saves);
  await editor.call('SetEditorState', { open: [], dirty: [] });
  await writing;
  editor.close();
  writer.close();
});

browserTest(
  '92: the commands of the palette are offered, and again when there are others',
  async () => {
    const ids = (offer: Readonly<Record<string, unknown>>) =>
      (offer.commands as { id: string }[]).map(({ id }) => id);
    const first = ids(await app.sends('OfferCommands'));
    expect(first).toContain('export:pdf');
    expect(first).not.toContain('app:reload');
    expect(first).not.toContain('blocked:now');
    expect(first.filter((id) => id.startsWith('vaultd-companion:'))).toEqual([]);
    const count = app.requests('OfferCommands').length;
    await app.do('addCommand', 'new:command', 'New command');
    await app.do('open', 'A.md');
    await app.do('open', 'B.md');
    expect(ids(await app.sends('OfferCommands', count + 1))).toContain('new:command');
  },
);

browserTest('93, 96: a command asks first, and runs when it is allowed', async () => {
  const running = runCommand('export:pdf');
  await dialog().waitFor();
  expect(await dialog().textContent()).toContain('scribe wants to run: Export to PDF');
  expect(await app.eval('standIn.driver.ran')).toEqual([]);
  await dialog().getByRole('button', { name: 'Run', exact: true }).click();
  expect((await running).isError ?? false).toBe(false);
  await runCommand('export:pdf');
  expect(await app.eval('standIn.driver.ran')).toEqual(['export:pdf', 'export:pdf']);
  expect(await dialog().count()).toBe(0);
});

browserTest('94: what cannot or must never run is refused with a reason', async () => {
  for (const id of [
    'app:reload',
    'blocked:now',
    'nothing:here',
    'vaultd-companion:pause-sharing',
  ]) {
    expect((await runCommand(id)).isError).toBe(true);
  }
  expect(await app.eval('standIn.driver.ran')).toEqual(['export:pdf', 'export:pdf']);
});

browserTest('95: a command that throws is answered, and the plugin lives', async () => {
  const running = runCommand('printer:print');
  await dialog().getByRole('button', { name: 'Always run this command' }).click();
  expect((await running).isError).toBe(true);
  expect(app.requests('CommandDone').at(-1)).toMatchObject({
    ok: false,
    why: 'failed',
    message: 'The command failed: out of paper',
  });
  expect(JSON.parse(app.data ?? '')).toMatchObject({ commands: { 'printer:print': 'always' } });
});

browserTest('96: "never" is kept', async () => {
  const running = runCommand('new:command');
  await dialog().getByRole('button', { name: 'Never run this command' }).click();
  expect((await running).isError).toBe(true);
  expect((await runCommand('new:command')).isError).toBe(true);
  expect(await dialog().count()).toBe(0);
  expect(JSON.parse(app.data ?? '')).toMatchObject({ commands: { 'new:command': 'never' } });
});

browserTest('97: without the companion a call under way is answered at once', async () => {
  await app.do('addCommand', 'slow:one', 'Slow one');
  await app.do('open', 'A.md');
  await until(
    () => JSON.stringify(app.requests('OfferCommands').at(-1)).includes('slow:one'),
    'the offer',
  );
  const running = runCommand('slow:one');
  await dialog().waitFor();
  await app.eval('standIn.disable()');
  expect((await running).isError).toBe(true);
  expect((await runCommand('export:pdf')).isError).toBe(true);
});
