import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Agent, openAgent } from '../support/agent.ts';
import { browserTest, type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { IdeClient } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';

const home = new IdeHome({
  'a.md': '# A\n\nThe first line.\n\nThe second line.\n',
  'b.md': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n',
  'c.md': 'mine\n',
});
home.configure('[clients.visitor]\nread_only = true\n');
let opened: OpenedPage;
let page: Page;
let agent: Agent;
let claude: IdeClient;

beforeAll(async () => {
  const child = await home.serveIde();
  agent = await openAgent(home, 'helper');
  claude = await IdeClient.enter(home.addressOf(child), home.vault);
  opened = await openDashboard(home);
  page = opened.page;
  await page.locator('.rail').waitFor();
});
afterAll(async () => {
  claude.close();
  await agent.close();
  await home.remove();
});

const at = (path: string) => ({ type: 'path', path });
const textOf = (path: string): string => home.tree()[path] ?? '';

browserTest('what an agent does appears at once, and can be undone', async () => {
  await goTo(page, '#/activity');
  await agent.call('obsidian_replace_in_note', {
    target: at('a.md'),
    replacements: [{ search: 'first', replace: 'very first' }],
  });
  const entry = page.locator('.entry', { hasText: 'helper edited a' });
  await entry.click();
  await expect.poll(() => page.locator('.diff .added em').textContent()).toBe('very ');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => textOf('a.md')).toContain('The first line.');
  await expect.poll(() => entry.textContent()).toContain('undone');
  await expect.poll(() => page.locator('.entry').first().textContent()).toContain('undid a');
});

browserTest('an open note follows what others do to it, without a reload', async () => {
  await goTo(page, '#/notes/a.md');
  await page.locator('.prose', { hasText: 'The second line.' }).waitFor();
  await page.evaluate('window.isSamePage = true');
  await agent.call('obsidian_append_to_note', { target: at('a.md'), content: 'By the agent.\n' });
  await page.locator('.prose', { hasText: 'By the agent.' }).waitFor();
  writeFileSync(join(home.vault, 'a.md'), '# A\n\nBy an editor outside.\n');
  await page.locator('.prose', { hasText: 'By an editor outside.' }).waitFor();
  writeFileSync(join(home.vault, 'fresh.md'), 'new\n');
  await page.locator('.tree-row', { hasText: 'fresh' }).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
});

browserTest('a refused attempt is shown with its reason', async () => {
  const visitor = await openAgent(home, 'visitor');
  await goTo(page, '#/activity');
  await visitor.call('obsidian_delete_note', { target: at('b.md') });
  await page.locator('.entry', { hasText: 'visitor was refused b' }).click();
  await page.locator('.detail .notice.bad').waitFor();
  await visitor.close();
});

browserTest('what is selected here, Claude Code hears of', async () => {
  await goTo(page, '#/notes/b.md');
  await page.locator('.prose', { hasText: 'ten' }).waitFor();
  await page.evaluate(`(() => {
    const text = document.querySelector('.prose p').childNodes[4];
    getSelection().setBaseAndExtent(text, 0, text, text.data.length);
  })()`);
  await expect
    .poll(() => claude.heard('selection_changed').at(-1))
    .toMatchObject({
      text: 'three',
      filePath: join(home.vault, 'b.md'),
      selection: { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } },
    });
  await page.keyboard.press('Control+l');
  const mention = await claude.hears('at_mentioned');
  expect(mention).toMatchObject({ filePath: join(home.vault, 'b.md'), lineStart: 2, lineEnd: 2 });
});

browserTest('a note is edited and saved when it is asked for, not before', async () => {
  await goTo(page, '#/notes/c.md');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('and more');
  await page.getByText('Not saved').waitFor();
  expect(textOf('c.md')).toBe('mine\n');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect.poll(() => textOf('c.md')).toBe('mine\nand more');
  await page.getByText('Saved', { exact: true }).waitFor();
});

browserTest('what is typed while a note is saved is not taken for saved', async () => {
  await page.keyboard.type(', ');
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isSave = (request: Request) => request.postData()?.includes('note.write') === true;
  await page.route('**/api/call', async (route) => {
    if (isSave(route.request())) await isReleased;
    await route.fallback();
  });
  const asked = page.waitForRequest(isSave);
  await page.keyboard.press('Control+s');
  await asked;
  await page.keyboard.type('really');
  release();
  await expect.poll(() => textOf('c.md')).toBe('mine\nand more, ');
  await page.unroute('**/api/call');
  await page.getByText('Not saved').waitFor();
  expect(await page.locator('.conflict').count()).toBe(0);
});

browserTest('a save does not overwrite what was written elsewhere meanwhile', async () => {
  writeFileSync(join(home.vault, 'c.md'), 'theirs\nand more\n');
  await page.locator('.conflict').waitFor();
  await page.keyboard.type('!');
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: 'Nothing was overwritten' }).waitFor();
  expect(textOf('c.md')).toBe('theirs\nand more\n');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('.cm-merge-b .cm-content').waitFor();
  await page.getByRole('button', { name: 'Save the right side' }).click();
  await expect.poll(() => textOf('c.md')).toBe('mine\nand more, really!');
});

/** Claude Code proposes a text for b.md; the answer comes when a person has decided. */
function propose(text: string): Promise<string[]> {
  const path = join(home.vault, 'b.md');
  return claude.tool('openDiff', {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: text,
    tab_name: `b.md ${text.length}`,
  });
}

/** The page has seen it too, so that the next proposal is not taken for this one. */
async function isDecided(answer: Promise<string[]>, expected: string[]): Promise<void> {
  expect(await answer).toEqual(expected);
  await page.getByText('Nothing to review').waitFor();
}

const proposed = textOfB().replace('two', 'zwei').replace('nine', 'neun');
function textOfB(): string {
  return 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';
}

browserTest('a proposal of Claude Code is shown side by side and accepted', async () => {
  await goTo(page, '#/activity');
  const answer = propose(proposed);
  await page.locator('.cm-merge-b .cm-changedText').first().waitFor();
  expect(await page.locator('.cm-merge-a .cm-changedLine').allTextContents()).toEqual([
    'two',
    'nine',
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept' }).click();
  await isDecided(answer, ['FILE_SAVED', proposed]);
});

browserTest('a proposal is accepted in part', async () => {
  const answer = propose(proposed);
  await page.locator('.cm-merge-revert button').first().click();
  await page.getByText('changed by you').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await isDecided(answer, ['FILE_SAVED', textOfB().replace('nine', 'neun')]);
});

browserTest('a proposal is edited before it is accepted', async () => {
  const answer = propose(proposed);
  await page.locator('.cm-merge-b .cm-line', { hasText: 'zwei' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.getByText('changed by you').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await isDecided(answer, ['FILE_SAVED', proposed.replace('zwei', 'zwei!')]);
});

browserTest('a proposal is rejected by a key', async () => {
  const answer = propose(proposed);
  await page.locator('.cm-merge-b .cm-changedText').first().waitFor();
  await page.keyboard.press('x');
  expect((await answer)[0]).toBe('DIFF_REJECTED');
});

browserTest('a client is made to read only, and is sent away', async () => {
  await goTo(page, '#/clients');
  const card = page.locator('.client', { hasText: 'helper' });
  await card.getByRole('button', { name: 'Make helper read only' }).click();
  await card.getByText('read only', { exact: true }).waitFor();
  const refused = await agent.call('obsidian_append_to_note', { target: at('a.md'), content: 'x' });
  expect(refused).toMatchObject({ isError: true });
  await card.getByRole('button', { name: 'Disconnect helper' }).click();
  await card.waitFor({ state: 'detached' });
});

browserTest('nothing went wrong on the page but what we provoked', () => {
  expect(opened.problems.filter((each) => !each.startsWith('409'))).toEqual([]);
});
