import { expect } from 'vitest';
import { browserTest } from '../support/browser.ts';
import { findBarriers } from '../support/dashboard.ts';
import { home, opened, serveGarden, visit } from './garden.ts';

serveGarden();

browserTest('the activity lists what was done, and shows the words that differ', async () => {
  const page = await visit('#/activity', '.entry');
  await page.locator('.entry', { hasText: 'Home' }).click();
  await expect.poll(() => page.locator('.diff .added').textContent()).toContain('A last line.');
  expect(await findBarriers(page)).toEqual([]);
});

browserTest('a note is shown with its properties, links, embeds, callouts and tasks', async () => {
  const page = await visit('#/notes/Home.md', '.prose');
  const note = page.locator('.reading');
  await expect.poll(() => note.locator('math').count()).toBe(1);
  expect(await note.getByLabel('rating', { exact: true }).inputValue()).toBe('5');
  expect(await note.locator('a.inside').first().getAttribute('href')).toBe(
    '#/notes/Garden/Moss.md',
  );
  expect(await note.locator('a.missing').textContent()).toBe('Nowhere');
  expect(await note.locator('.embedded .prose').textContent()).toBe('CareWater it, slowly.');
  expect(await note.locator('.embedded mark').textContent()).toBe('slowly');
  expect(await note.locator('.callout.good').textContent()).toContain('the step');
  expect(await note.locator('.task input').count()).toBe(2);
  expect(await note.locator('.footnotes').textContent()).toContain('At the end.');
  expect(await note.locator('.code-word').textContent()).toBe('const');
  expect(await page.locator('.outline').textContent()).toContain('Home');
});

browserTest('backlinks lead to the notes that link here', async () => {
  const page = await visit('#/notes/Garden/Moss.md', '.backlinks a');
  expect(await page.locator('.backlinks').textContent()).toContain('Grows beside Moss.');
  await page.locator('.backlinks a', { hasText: 'Fern' }).click();
  await expect.poll(() => page.locator('.reading h1').textContent()).toBe('Fern');
});

browserTest('ticking a task changes its line in the file', async () => {
  const page = await visit('#/notes/Home.md', '.task input');
  await page.locator('.task input').first().click();
  await expect.poll(() => home.tree()['Home.md']).toContain('- [x] sweep');
});

browserTest('the tree unfolds by keys and opens a note', async () => {
  const page = await visit('#/notes', '.tree-row');
  await page.getByRole('tree').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.reading h1').textContent()).toBe('Fern');
});

browserTest('nothing but the daemon is asked for anything', () => {
  expect(opened.hosts.size).toBe(1);
  expect([...opened.hosts][0]).toMatch(/^127\.0\.0\.1:/);
});
