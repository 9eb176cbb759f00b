import { beforeAll, beforeEach, expect } from 'vitest';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { IdeClient } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

const mention = 'vaultd-companion:mention-selection';
let home: IdeHome;
let app: TestApp;
let claude: IdeClient;

beforeAll(async () => {
  home = new IdeHome({
    'A.md': 'one\ntwo 😀 x\nthree\n',
    'B.md': 'b\n',
    'C.md': 'c\n',
    'Read.md': 'first\n\nsecond\nparagraph\n',
    'Private.md': '---\nai: false\n---\nsecret\n',
    'C# notes.md': 'sharp\n',
  });
  atFileEnd(() => home.remove());
  const daemon = await home.serveIde();
  app = await TestApp.open(home);
  await app.attached();
  await app.do('open', 'A.md');
  await app.do('run', mention);
  await app.sends('Mention');
  claude = await IdeClient.enter(home.addressOf(daemon));
  atFileEnd(async () => claude.socket.terminate());
});

let before = 0;
/** What was said before the case. */
let noticed: string[] = [];
beforeEach(async () => {
  before = claude.heard('at_mentioned').length;
  noticed = await app.eval('standIn.notices.splice(0)');
});

const mentioned = () => claude.hears('at_mentioned', before + 1);

browserTest('49: without a session the hint is shown, and nothing is sent later', async () => {
  await claude.result('tools/list');
  expect(claude.heard('at_mentioned')).toEqual([]);
  expect(noticed.join()).toMatch(/No Claude Code session is connected.*\/ide/);
});

browserTest('43: the selected lines are mentioned, counted from zero', async () => {
  await app.do('open', 'A.md');
  await app.do('select', [1, 0], [2, 3]);
  await app.do('run', mention);
  expect(await mentioned()).toMatchObject({ lineStart: 1, lineEnd: 2 });
  expect(app.requests('Mention').at(-1)).toEqual({
    vault: 'notes',
    path: 'A.md',
    line_start: 1,
    line_end: 2,
  });
});

browserTest('44: a selection that ends at the start of a line leaves that line out', async () => {
  await app.do('select', [0, 0], [2, 0]);
  await app.do('run', mention);
  expect(await mentioned()).toMatchObject({ lineStart: 0, lineEnd: 1 });
});

browserTest('45: without a selection the whole note is mentioned', async () => {
  await app.do('select', [1, 2]);
  await app.do('run', mention);
  await mentioned();
  expect(app.requests('Mention').at(-1)).toEqual({ vault: 'notes', path: 'A.md' });
});

browserTest('46: in reading view the lines of the sections are mentioned', async () => {
  await app.do('open', 'Read.md', 'tab');
  await app.do('setMode', 'Read.md', 'preview');
  await app.do('selectRendered', 1, 1);
  await app.do('run', mention);
  expect(await mentioned()).toMatchObject({ lineStart: 2, lineEnd: 3 });
});

browserTest(
  '47: the menus of the editor, of a file and of several files mention them',
  async () => {
    await app.do('open', 'A.md', 'tab');
    expect(await app.do('menu', 'editor')).toContain('Mention to assistant');
    await app.do('menu', 'file', 'B.md');
    await app.do('choose', 'Mention to assistant');
    await mentioned();
    await app.do('menu', 'files', 'A.md', 'B.md', 'C.md');
    await app.do('choose', 'Mention 3 files to assistant');
    await claude.hears('at_mentioned', before + 4);
    const paths = app.requests('Mention').map(({ path }) => path);
    expect(paths.slice(-4)).toEqual(['B.md', 'A.md', 'B.md', 'C.md']);
  },
);

browserTest('48: unsaved text is saved before it is mentioned', async () => {
  await app.do('open', 'B.md', 'tab');
  await app.do('select', [0, 0]);
  await app.do('type', 'unsaved ');
  await app.do('run', mention);
  await mentioned();
  expect(home.tree()['B.md']).toBe('unsaved b\n');
});

browserTest('50, 51: of two sessions the one active last, or the one that is chosen', async () => {
  const second = await IdeClient.enter(home.addressOf({ pid: home.locks[0]?.pid ?? 0 }));
  await app.do('run', mention);
  await second.hears('at_mentioned');
  await app.do('run', 'vaultd-companion:mention-to');
  await app.page.locator('.suggestion-item').nth(1).click();
  await mentioned();
  expect(second.heard('at_mentioned').length).toBe(1);
  second.close();
  await second.closed();
});

browserTest('52, 53: the refusals of the daemon are shown, and nothing is sent on', async () => {
  await app.do('open', 'Private.md', 'tab');
  await app.do('run', mention);
  await app.noticed(/Private\.md/);
  await app.page.locator('.vaultd-private').waitFor();
  await app.do('open', 'C# notes.md', 'tab');
  await app.do('run', mention);
  await app.noticed(/C# notes\.md/);
  expect(claude.heard('at_mentioned').length).toBe(before);
});

browserTest('54: there is no default hotkey; the first use offers one that is free', async () => {
  const keys = await app.eval<unknown[]>(
    'Object.values(standIn.app.commands.commands).map(({ hotkeys }) => hotkeys ?? null)',
  );
  expect(new Set(keys)).toEqual(new Set([null]));
  expect(JSON.parse(app.data ?? '')).toMatchObject({ isKeyOffered: true });
  await app.page.getByText('Ctrl+Alt+K is free').waitFor();
  await app.page.getByText('Open hotkeys').click();
  expect(await app.eval('standIn.app.setting.opened')).toEqual([
    'open',
    'hotkeys',
    'Mention selection',
  ]);
});

browserTest('55: checking whether the command can run does nothing', async () => {
  const count = app.requests('Mention').length;
  const command = `standIn.app.commands.commands['${mention}']`;
  expect(await app.eval(`${command}.checkCallback(true)`)).toBe(true);
  await app.do('closeAll');
  await app.reported({ open: [] });
  expect(await app.eval(`${command}.checkCallback(true)`)).toBe(false);
  expect(app.requests('Mention').length).toBe(count);
  await until(() => app.problems.length === 0, 'no problems');
});
