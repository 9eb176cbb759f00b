import { beforeAll, beforeEach, expect } from 'vitest';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { IdeClient } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

const list = `${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].join('\n')}\n`;
/** Three hunks. */
const changed = list.replace('b', 'B!').replace('f', 'F!').replace('k', 'K!');
const type = 'vaultd-proposal';
let home: IdeHome;
let app: TestApp;
let claude: IdeClient;

beforeAll(async () => {
  home = new IdeHome({ 'A.md': 'one\ntwo\n', 'List.md': list, 'Windows.md': 'one\r\ntwo' });
  atFileEnd(() => home.remove());
  const daemon = await home.serveIde();
  app = await TestApp.open(home);
  await app.attached();
  claude = await IdeClient.enter(home.addressOf(daemon));
  atFileEnd(async () => claude.socket.terminate());
});

beforeEach(async () => {
  await until(async () => (await tabs()).length === 0, 'no proposal to be left');
});

const tabs = () => app.do<string[]>('tabs', type);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });

/** Claude Code proposes; the answer comes when a person has decided. */
function propose(path: string, text: string, title = path): number {
  return claude.ask('tools/call', {
    name: 'openDiff',
    arguments: {
      old_file_path: `${home.vault}/${path}`,
      new_file_path: `${home.vault}/${path}`,
      new_file_contents: text,
      tab_name: title,
    },
  });
}

async function answerTo(id: number): Promise<string[]> {
  const { result } = await claude.answer(id);
  return (result as { content: { text: string }[] }).content.map(({ text }) => text);
}

async function shown(count = 1): Promise<void> {
  await until(async () => (await tabs()).length === count, `${count} proposals`);
  await until(async () => (await app.page.locator('.vaultd-texts').count()) === count, 'the texts');
}

browserTest(
  '56, 57: a proposal is a tab with both texts; accepted, the client writes it',
  async () => {
    await app.do('open', 'A.md');
    await app.eval('standIn.driver.cm.focus()');
    const id = propose('A.md', 'one\nTWO\n');
    await shown();
    expect(await app.eval('standIn.app.workspace.activeEditor?.file.path')).toBe('A.md');
    expect(
      await app.page.evaluate('document.activeElement.closest(".markdown-source-view") !== null'),
    ).toBe(true);
    expect(await app.statusText).toContain('1 to review');
    await app.do('goToTab', type);
    expect(await app.page.locator('.cm-merge-a').textContent()).toContain('two');
    expect(await app.page.locator('.cm-merge-b').textContent()).toContain('TWO');
    await button('Accept').click();
    expect(await answerTo(id)).toEqual(['FILE_SAVED', 'one\nTWO\n']);
    expect(home.tree()['A.md']).toBe('one\ntwo\n');
  },
);

browserTest('58, 61: the right side can be edited, with undo and redo', async () => {
  const id = propose('A.md', 'one\nTWO\n');
  await shown();
  await app.do('goToTab', type);
  const editor = app.page.locator('.cm-merge-b .cm-content');
  await editor.click();
  await app.page.keyboard.press('Control+Home');
  await app.page.keyboard.type('zero ');
  await app.page.keyboard.press('Control+z');
  await until(async () => !(await editor.textContent())?.includes('zero'), 'the undo');
  await app.page.keyboard.press('Control+y');
  await until(async () => (await editor.textContent())?.includes('zero') === true, 'the redo');
  await button('Accept').click();
  expect(await answerTo(id)).toEqual(['FILE_SAVED', 'zero one\nTWO\n']);
});

browserTest('59: rejecting and closing the tab are rejections', async () => {
  const first = propose('A.md', 'x\n');
  await shown();
  await app.do('goToTab', type);
  await button('Reject').click();
  expect((await answerTo(first))[0]).toBe('DIFF_REJECTED');
  const second = propose('A.md', 'y\n');
  await shown();
  await app.do('closeTab', type);
  expect((await answerTo(second))[0]).toBe('DIFF_REJECTED');
  expect(
    app
      .requests('ResolveDiff')
      .map(({ decision }) => decision)
      .slice(-2),
  ).toEqual(['reject', 'close']);
});

browserTest('60, 73: single hunks are left out by a button, or by commands alone', async () => {
  const first = propose('List.md', changed);
  await shown();
  await app.do('goToTab', type);
  await app.page.getByRole('button', { name: 'Leave this change out' }).nth(1).click();
  await button('Accept').click();
  expect(await answerTo(first)).toEqual(['FILE_SAVED', changed.replace('F!', 'f')]);
  const second = propose('List.md', changed);
  await shown();
  await app.do('goToTab', type);
  for (const command of ['next-hunk', 'next-hunk', 'leave-hunk-out', 'accept-proposal']) {
    expect(await app.do('run', `vaultd-companion:${command}`)).toBe(true);
  }
  const accepted = (await answerTo(second))[1] ?? '';
  expect([changed.replace('B!', 'b'), changed.replace('F!', 'f')]).toContain(accepted);
});

browserTest('62, 65: unsaved text is saved first; a later change of the file is said', async () => {
  await app.do('goTo', 'A.md');
  await app.do('select', [0, 0]);
  await app.do('type', 'unsaved ');
  const id = propose('A.md', 'one\nTWO\n');
  await shown();
  await app.do('goToTab', type);
  expect(await app.page.locator('.cm-merge-a').textContent()).toContain('unsaved one');
  home.write({ 'A.md': 'something else\n' });
  await app.page.getByText('The file has changed since this was proposed.').waitFor();
  await button('Show the current file').click();
  await until(
    async () => (await app.page.locator('.cm-merge-a').textContent())?.includes('else') === true,
    'the current file',
  );
  await button('Accept').click();
  expect(await answerTo(id)).toEqual(['FILE_SAVED', 'one\nTWO\n']);
});

browserTest('63: what is decided elsewhere closes, and says by whom', async () => {
  const id = propose('A.md', 'x\n');
  await shown();
  await app.do('goToTab', type);
  const other = await home.connect();
  await other.call('Identify', { name: 'dashboard' });
  const { result } = await other.call('ListDiffs');
  const [diff] = (result as { diffs: { id: string }[] }).diffs;
  await other.call('ResolveDiff', { id: diff?.id, decision: 'accept' });
  other.close();
  await app.page.getByText('Accepted by dashboard.').waitFor();
  expect((await answerTo(id))[0]).toBe('FILE_SAVED');
});

browserTest('66, 69: for a new note the left side is empty, and a script is text', async () => {
  const id = propose('New.md', '<script>globalThis.isHacked = true</script>\n');
  await shown();
  await app.do('goToTab', type);
  expect(await app.page.locator('.cm-merge-a .cm-line').allTextContents()).toEqual(['']);
  expect(await app.page.locator('.cm-merge-b').textContent()).toContain('<script>');
  expect(await app.eval('globalThis.isHacked')).toBeUndefined();
  await button('Reject').click();
  await answerTo(id);
});

browserTest('67: an untouched text is accepted byte by byte', async () => {
  const text = 'one\r\nTWO\nthree';
  const id = propose('Windows.md', text);
  await shown();
  await app.do('goToTab', type);
  await button('Accept').click();
  expect(await answerTo(id)).toEqual(['FILE_SAVED', text]);
});

browserTest('68: a note that is too large to compare is shown as text, and says so', async () => {
  const text = 'a line of text that is not so short\n'.repeat(150_000);
  const id = propose('Large.md', text);
  await until(async () => (await tabs()).length === 1, 'the proposal');
  await app.do('goToTab', type);
  await app.page.getByText('too large to compare').waitFor();
  await button('Accept').click();
  expect((await answerTo(id))[1]).toBe(text);
});

browserTest('70: two proposals for one note are two tabs with their titles', async () => {
  const ids = [propose('A.md', 'x\n', 'first'), propose('A.md', 'y\n', 'second')];
  await shown(2);
  expect((await tabs()).sort()).toEqual(['Proposed: first', 'Proposed: second']);
  await app.do('closeTab', type);
  await app.do('closeTab', type);
  for (const id of ids) await answerTo(id);
});

browserTest('71: after a restart of the app what waits is shown again', async () => {
  const id = propose('A.md', 'x\n');
  await shown();
  await app.restart();
  await shown();
  await app.do('goToTab', type);
  await button('Accept').click();
  expect((await answerTo(id))[0]).toBe('FILE_SAVED');
});

browserTest('72: with the setting off proposals are left to others', async () => {
  await app.do('showSettings', 'vaultd-companion');
  const row = app.page.locator('.setting-item', { hasText: 'Show proposed changes' });
  await row.locator('input').click();
  await app.reported({ diffs: false });
  const id = propose('A.md', 'x\n');
  const other = await home.connect();
  await until(async () => {
    const { result } = await other.call('ListDiffs');
    return (result as { diffs: unknown[] }).diffs.length === 1;
  }, 'the proposal');
  expect(await tabs()).toEqual([]);
  await row.locator('input').click();
  await app.reported({ diffs: true });
  claude.notify('notifications/cancelled', { requestId: id });
  other.close();
});
