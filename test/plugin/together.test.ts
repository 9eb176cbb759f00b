import { beforeAll, expect } from 'vitest';
import { type Agent, openAgent } from '../support/agent.ts';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import type { Child } from '../support/child.ts';
import { atFileEnd } from '../support/file-end.ts';
import { IdeClient } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

const type = 'vaultd-proposal';
let home: IdeHome;
let daemon: Child;
let app: TestApp;
let claude: IdeClient;
let agent: Agent;

beforeAll(async () => {
  home = new IdeHome({ 'A.md': 'one\ntwo\nthree\n', 'Held.md': '# Plan\n\nold\n', 'B.md': 'b\n' });
  atFileEnd(() => home.remove());
  home.configure(
    `[[vaults]]\npath = ${JSON.stringify(home.vault)}\napprove = ["Held.md", "Held"]\n`,
  );
  daemon = await home.serveAs(['serve']);
  await daemon.until(() => home.locks.length > 0, 'the lock file');
  app = await TestApp.open(home);
  await app.attached();
  claude = await IdeClient.enter(home.addressOf(daemon));
  atFileEnd(async () => claude.socket.terminate());
  agent = await openAgent(home, 'scribe');
  atFileEnd(() => agent.close());
});

const tabs = () => app.do<string[]>('tabs', type);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });

browserTest('what is selected in the app arrives at Claude Code', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [0, 0], [1, 3]);
  await until(
    () => claude.heard('selection_changed').some(({ text }) => text === 'one\ntwo'),
    'the selection',
  );
});

browserTest('a change that waits for approval is reviewed in the same view', async () => {
  const target = { type: 'path', path: 'Held.md' };
  await agent.call('obsidian_append_to_note', { target, content: 'added by an agent\n' });
  // A tab is open before it has its title.
  await until(async () => (await tabs()).join() === 'Proposed: Held.md', 'the approval');
  await app.do('goToTab', type);
  await app.page.locator('.cm-merge-b .cm-content').click();
  await app.page.keyboard.press('Control+End');
  await app.page.keyboard.type('and by me');
  expect(home.tree()['Held.md']).toBe('# Plan\n\nold\n');
  await button('Accept').click();
  await until(() => home.tree()['Held.md']?.includes('and by me') === true, 'the change');
  expect(home.tree()['Held.md']).toContain('added by an agent');
  await until(async () => (await tabs()).length === 0, 'the tab to close');
});

browserTest(
  'a waiting change stays when its tab is closed, and ends when it is rejected',
  async () => {
    const target = { type: 'path', path: 'Held.md' };
    await agent.call('obsidian_append_to_note', { target, content: 'not wanted\n' });
    await until(async () => (await tabs()).length === 1, 'the approval');
    await app.do('closeTab', type);
    await app.eval('standIn.disable()');
    await app.eval('standIn.enable()');
    await until(async () => (await tabs()).length === 1, 'the approval again');
    await app.do('goToTab', type);
    await button('Reject').click();
    await until(async () => (await tabs()).length === 0, 'the tab to close');
    expect(home.tree()['Held.md']).not.toContain('not wanted');
  },
);

browserTest('13: when the app quits its report is forgotten, and Claude Code stays', async () => {
  await app.attached();
  await app.reported({ active: 'A.md' });
  await app.do('quit');
  const control = await home.connect();
  await until(async () => {
    const { result } = await control.call('GetEditorState');
    return (result as { open: string[] }).open.length === 0;
  }, 'the report to be forgotten');
  control.close();
  expect(claude.closeCode).toBeUndefined();
  await claude.result('tools/list');
  await app.restart();
  await app.attached();
});

browserTest(
  '64: proposals say that the connection is lost, and close when they are gone',
  async () => {
    for (const title of ['first', 'second']) {
      const file = `${home.vault}/B.md`;
      claude.ask('tools/call', {
        name: 'openDiff',
        arguments: {
          old_file_path: file,
          new_file_path: file,
          new_file_contents: `${title}\n`,
          tab_name: title,
        },
      });
    }
    await until(async () => (await app.page.locator('.vaultd-texts').count()) === 2, 'both');
    await daemon.stop('SIGKILL');
    await app.status('waiting');
    const banners = app.page.locator('.vaultd-banner', { hasText: 'The daemon is gone' });
    await until(async () => (await banners.count()) === 2, 'both to say so');
    await home.serveAs(['serve']);
    await app.status('attached');
    await until(async () => (await tabs()).length === 0, 'the tabs to close');
  },
);
