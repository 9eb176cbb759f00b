import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({
  'Courtyard garden.md': '# Courtyard garden\n\n- [ ] water **the moss**\n\nSee [[Mos]].\n',
  'Garden/Moss.md':
    '---\naliases: [Mossy]\ntags: [green]\n---\nSoft, by the [[Courtyard garden]].\n',
  'Shared.md': 'In the first vault.\n',
});
const other = join(home.base, 'second');
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  mkdirSync(other);
  writeFileSync(join(other, 'Shared.md'), 'In the second vault.\n');
  await home.serve({}, [home.vault, other]);
  opened = await openDashboard(home);
  page = opened.page;
  await page.locator('.rail').waitFor();
});
afterAll(() => home.remove());

const reading = () => page.locator('.reading').textContent();

browserTest('the address names the vault, and leads back into it', async () => {
  await goTo(page, '#/@notes/notes/Shared.md');
  await expect.poll(reading).toContain('In the first vault.');
  await page.getByLabel('Vault', { exact: true }).selectOption('second');
  await expect.poll(reading).toContain('In the second vault.');
  expect(page.url()).toContain('#/@second/notes/Shared.md');
  await goTo(page, '#/@notes/notes/Shared.md');
  await expect.poll(reading).toContain('In the first vault.');
  expect(await page.getByLabel('Vault', { exact: true }).inputValue()).toBe('notes');
});

browserTest('a phone has the other vaults under More', async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('dialog').getByLabel('Vault', { exact: true }).selectOption('second');
  await expect.poll(() => page.url()).toContain('#/@second/');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await goTo(page, '#/@notes/notes');
  await page.locator('.tree-row', { hasText: 'Courtyard' }).waitFor();
});

browserTest('the switcher lists a note once, and knows initials', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('moss');
  await expect.poll(() => page.locator('.choice', { hasText: 'Moss' }).count()).toBe(1);
  await page.getByLabel('Name of a note').fill('cg');
  await expect
    .poll(() => page.locator('.choice .choice-name').first().textContent())
    .toBe('Courtyard garden');
  await page.keyboard.press('Escape');
});

browserTest('a slash leads to the search from anywhere, and results read like notes', async () => {
  await goTo(page, '#/@notes/notes/Courtyard%20garden.md');
  await page.locator('.task input').click();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.type('moss');
  const line = page.locator('.hit-line', { hasText: 'water' });
  await expect.poll(() => line.locator('strong mark').textContent()).toBe('moss');
  expect(await line.textContent()).not.toContain('**');
});

browserTest('a broken link is pointed to a note that exists', async () => {
  await goTo(page, '#/@notes/health');
  const broken = page.locator('.broken-links li', { hasText: 'Mos' });
  await broken.getByRole('button', { name: 'Link elsewhere' }).click();
  expect(await findBarriers(page)).toEqual([]);
  await broken.getByRole('button', { name: 'Garden/Moss.md' }).click();
  await page.getByText('No broken links.').waitFor();
  expect(home.tree()['Courtyard garden.md']).toContain('See [[Moss]].');
});

browserTest('the graph is searched, cut down and coloured by clusters', async () => {
  await goTo(page, '#/@notes/graph');
  await page.locator('canvas[data-layout=done]').waitFor();
  await page.getByLabel('Find in the graph').fill('court');
  await page.getByText('Found 1').waitFor();
  await page.getByRole('button', { name: 'Clusters' }).click();
  await page.getByText('around Courtyard garden').waitFor();
  await page.locator('.graph-filters select').last().selectOption('green');
  await expect.poll(() => page.locator('.bar').first().textContent()).toContain('1 notes');
  expect(await findBarriers(page)).toEqual([]);
  await goTo(page, '#/@notes/notes/Garden/Moss.md');
  await page.locator('canvas.local-graph[data-layout=done]').waitFor();
});

browserTest('a canvas is moved by keys, and its notes open', async () => {
  home.write({
    'Board.canvas': JSON.stringify({
      nodes: [
        { id: 'a', type: 'file', file: 'Garden/Moss.md', x: 0, y: 0, width: 300, height: 200 },
        { id: 'b', type: 'text', text: 'to *see*', x: 400, y: 0, width: 200, height: 100 },
      ],
      edges: [{ id: 'e', fromNode: 'a', toNode: 'b', label: 'then' }],
    }),
  });
  await goTo(page, '#/@notes/notes/Board.canvas');
  await page.locator('.canvas-node em', { hasText: 'see' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const place = () => page.locator('.canvas-plane').getAttribute('style');
  const before = await place();
  await page.locator('.canvas-sheet').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).not.toBe(before);
  await page.keyboard.press('0');
  await expect.poll(place).toBe(before);
  await page.locator('.canvas-node .embedded-title').click();
  await expect.poll(() => page.url()).toContain('Garden/Moss.md');
});

browserTest('every key is on the sheet, and every view is in order', async () => {
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Graph and canvas').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(opened.problems).toEqual([]);
});

browserTest('without the daemon the page says so, open or not', async () => {
  await page.evaluate('navigator.serviceWorker.ready');
  const manifest = await page.evaluate(
    `fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())`,
  );
  expect(manifest).toMatchObject({ name: 'vaultd', start_url: '/', display: 'standalone' });
  await home.stop();
  await page.getByText('vaultd does not answer.').waitFor();
  await page.reload();
  expect(await page.locator('h1').textContent()).toBe('vaultd is not running');
});
