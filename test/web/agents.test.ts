import { afterAll, beforeAll, expect } from 'vitest';
import { type Agent, openAgent } from '../support/agent.ts';
import { browserTest, type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { toData } from '../support/mcp.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const lines = (...changed: readonly (readonly [at: number, text: string])[]): string => {
  const all = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  for (const [at, text] of changed) all[at - 1] = text;
  return `${all.join('\n')}\n`;
};
const home = new VaultHome({ 'a.md': lines(), 'Journal/b.md': 'b\n', 'Journal/c.md': 'c\n' });
let opened: OpenedPage;
let page: OpenedPage['page'];
let helper: Agent;
let other: Agent;

beforeAll(async () => {
  await home.serve();
  [helper, other] = await Promise.all([openAgent(home, 'helper'), openAgent(home, 'other')]);
  opened = await openDashboard(home);
  page = opened.page;
  await page.locator('.rail').waitFor();
});
afterAll(async () => {
  await Promise.all([helper.close(), other.close()]);
  await home.remove();
});

const write = async (agent: Agent, path: string, content: string) =>
  toData(
    await agent.call('obsidian_write_note', {
      target: { type: 'path', path },
      content,
      overwrite: true,
    }),
  );
/** Nothing bars the way to what is shown, in light and dark. */
async function isOpenToAll(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page, { onlyColours: colorScheme === 'dark' })).toEqual([]);
  }
}
const badge = () => page.locator('.rail a', { hasText: 'Approvals' }).locator('.badge');
const permit = async (how: string): Promise<void> => {
  await goTo(page, '#/clients');
  await page.getByRole('button', { name: 'Permissions of helper', exact: true }).click();
  await page.getByLabel('Changes').selectOption(how);
};

browserTest('an empty inbox says how to fill it', async () => {
  await goTo(page, '#/approvals');
  await page.getByText('Nothing waits for you').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

browserTest('what a client may do is edited, applies at once, and is kept', async () => {
  await permit('all');
  await page.getByLabel('May read').fill('a.md\nJournal/\n');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  const kept = page.locator('.kept-permissions li', { hasText: 'helper' });
  await kept.getByText('reads a.md, journal').waitFor();
  await page.locator('.client', { hasText: 'helper' }).getByText('asks first').waitFor();
  await isOpenToAll();
  const { stdout } = await home.run(['clients', '--json']);
  expect(stdout).toContain('journal');
  await kept.getByRole('button', { name: 'Edit permissions of helper' }).click();
  await page.getByLabel('May read').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await kept.getByText('reads').waitFor({ state: 'detached' });
});

browserTest('a change that waits appears at once, and is decided on hunk by hunk', async () => {
  await goTo(page, '#/notes/a.md');
  await write(helper, 'a.md', lines([2, 'two'], [10, 'ten'], [18, 'eighteen']));
  await page.locator('.toast', { hasText: 'helper wants to change notes' }).waitFor();
  await expect.poll(() => badge().textContent()).toBe('1 waiting');
  await page.locator('.rail a', { hasText: 'Approvals' }).click();
  await page.locator('.entry', { hasText: 'helper wants to edit a' }).click();
  await expect.poll(() => page.locator('.file-diff').count()).toBe(3);
  expect(await page.locator('.diff tr.added .text').allTextContents()).toEqual([
    'two',
    'ten',
    'eighteen',
  ]);
  await isOpenToAll();
  await page.getByRole('button', { name: 'Accept line 10 of a.md' }).click();
  await expect.poll(() => page.locator('.file-diff').count()).toBe(2);
  expect(home.tree()['a.md']).toBe(lines([10, 'ten']));
  await page.getByLabel('Reason for a rejection').fill('Not that one.');
  await page.getByRole('button', { name: 'Reject line 2 of a.md' }).click();
  await expect.poll(() => page.locator('.file-diff').count()).toBe(1);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('Nothing waits for you').waitFor();
  expect(home.tree()['a.md']).toBe(lines([10, 'ten'], [18, 'eighteen']));
  expect(await badge().count()).toBe(0);
});

browserTest('whole changes are accepted and rejected by keys, the oldest next', async () => {
  await write(helper, 'Journal/new.md', 'new\n');
  await helper.call('obsidian_delete_note', { target: { type: 'path', path: 'Journal/b.md' } });
  await expect.poll(() => badge().textContent()).toBe('2 waiting');
  await page.keyboard.press('j');
  await page.locator('h2', { hasText: 'helper wants to delete b' }).waitFor();
  await page.getByRole('button', { name: 'Reject all' }).waitFor();
  await page.keyboard.press('x');
  await page.locator('h2', { hasText: 'helper wants to create new' }).waitFor();
  await page.getByRole('button', { name: 'Accept all' }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Nothing waits for you').waitFor();
  expect(home.tree()).toMatchObject({ 'Journal/b.md': 'b\n', 'Journal/new.md': 'new\n' });
  await page.getByRole('button', { name: 'Decided' }).click();
  await page.locator('.entry', { hasText: 'rejected' }).click();
  await page.locator('.step-facts', { hasText: 'decided by' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Waiting' }).click();
});

browserTest('a change that no longer fits is refused, with the reason', async () => {
  await write(helper, 'Journal/c.md', 'mine\n');
  await page.locator('.entry', { hasText: 'helper wants to edit c' }).click();
  await page.locator('.file-diff').waitFor();
  await home.run(['write', 'Journal/c.md', 'theirs\n'], { cwd: home.vault });
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.locator('.detail .notice.bad[role=alert]').waitFor();
  expect(home.tree()['Journal/c.md']).toBe('theirs\n');
  await page.getByRole('button', { name: 'Reject all' }).click();
  await page.getByText('Nothing waits for you').waitFor();
});

browserTest('the activity is filtered by client, folder and kind', async () => {
  await permit('free');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No client has permissions of its own.').waitFor();
  await write(helper, 'a.md', 'by the helper\n');
  await write(helper, 'Journal/c.md', 'by the helper\n');
  await write(other, 'Journal/b.md', 'by the other\n');
  await goTo(page, '#/activity');
  const shown = async () =>
    (await page.locator('.entry .truncate:first-child').allTextContents()).map((each) =>
      each.trim(),
    );
  await page.getByLabel('Client').selectOption('helper');
  await expect.poll(shown).not.toContain('other edited b');
  expect((await shown()).slice(0, 2)).toEqual(['helper edited c', 'helper edited a']);
  const folder = page.getByLabel('Only this folder or note');
  await folder.fill('Journal/');
  await folder.press('Enter');
  await expect.poll(shown).toEqual(['helper edited c', 'helper created new']);
  // What comes meanwhile is filtered too.
  await write(other, 'Journal/c.md', 'by the other\n');
  await write(helper, 'Journal/d.md', 'by the helper\n');
  await expect.poll(shown).toEqual(['helper created d', 'helper edited c', 'helper created new']);
  await page.getByLabel('Protocol').selectOption('ide');
  await page.getByText('No matching activity').waitFor();
  await page.getByLabel('Protocol').selectOption('');
  await page.getByRole('button', { name: 'Refused' }).click();
  await page.getByText('No matching activity').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(async () => (await shown()).length).toBe(3);
});

browserTest(
  'everything of a client since a moment is undone, but for what is blocked',
  async () => {
    // The filters of the test before are on: the helper, in its folder.
    await page.getByRole('button', { name: 'Undo since…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 changes will be undone').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo 3 changes' }).click();
    // The other agent has changed c since.
    await dialog.getByText('so they were kept').waitFor();
    expect(await dialog.getByRole('link', { name: 'Show what blocks it' }).count()).toBe(1);
    const { 'Journal/c.md': c, 'a.md': a, ...rest } = home.tree();
    expect([a, c]).toEqual(['by the helper\n', 'by the other\n']);
    expect(rest).not.toHaveProperty('Journal/d.md');
    expect(rest).not.toHaveProperty('Journal/new.md');
    await dialog.getByRole('link', { name: 'Show what blocks it' }).click();
    await page.locator('.step-title', { hasText: 'other edited c' }).waitFor();
  },
);

browserTest(
  'two pages and an agent at once on one note: nothing is lost, and all see the same',
  async () => {
    const tasks = Array.from({ length: 6 }, (_, at) => `- [ ] task ${at}\n`).join('');
    home.write({ 'shared.md': tasks });
    const second = await page.context().newPage();
    const pages = [page, second];
    await second.goto(page.url());
    for (const each of pages) {
      await goTo(each, '#/notes/shared.md');
      await expect.poll(() => each.locator('.task input').count()).toBe(6);
    }
    const tick = async (on: typeof page, all: readonly number[]): Promise<void> => {
      for (const at of all)
        await on
          .locator('.task', { hasText: `task ${at}` })
          .locator('input')
          .click();
    };
    const append = async (all: readonly number[]): Promise<void> => {
      for (const at of all) {
        const target = { type: 'path', path: 'shared.md' };
        await other.call('obsidian_append_to_note', { target, content: `\nadded ${at}\n` });
      }
    };
    await Promise.all([tick(page, [0, 1, 2]), tick(second, [3, 4, 5]), append([0, 1, 2])]);
    await expect.poll(() => home.tree()['shared.md']?.match(/- \[x\] task/g)?.length).toBe(6);
    for (const at of [0, 1, 2]) expect(home.tree()['shared.md']).toContain(`added ${at}\n`);
    for (const each of pages) {
      await expect.poll(() => each.locator('.task input:checked').count()).toBe(6);
      await each.locator('.prose', { hasText: 'added 2' }).waitFor();
    }
    const texts = await Promise.all(pages.map((each) => each.locator('.prose').textContent()));
    expect(texts[0]).toBe(texts[1]);
  },
);

browserTest('nothing went wrong on the page but what we provoked', () => {
  expect(opened.problems.filter((each) => !each.startsWith('409'))).toEqual([]);
});
