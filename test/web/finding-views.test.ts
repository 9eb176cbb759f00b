import { expect } from 'vitest';
import { browserTest } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { opened, serveGarden, visit } from './garden.ts';

serveGarden();

browserTest('the switcher finds a note by a few letters', async () => {
  const page = await visit('#/activity', '.entry');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mos');
  await expect.poll(() => page.locator('.choice').first().textContent()).toContain('Moss');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.reading h1').textContent()).toBe('Moss');
});

browserTest('search answers while one types, and marks what was typed', async () => {
  const page = await visit('#/search', 'input[role=searchbox]');
  await page.keyboard.type('slow');
  await expect.poll(() => page.locator('.hit mark').first().textContent()).toMatch(/slow/i);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Exact' }).click();
  await expect.poll(() => page.locator('.hit-line').textContent()).toContain('Water it');
  await page.keyboard.press('Tab');
});

browserTest('a query is answered with a table', async () => {
  const query = 'TABLE rating WHERE rating SORT rating DESC';
  const page = await visit(`#/search?mode=dql&q=${encodeURIComponent(query)}`, 'table.data');
  const rows = await page.locator('table.data tbody tr').allTextContents();
  expect(rows).toEqual(['Home5', 'Fern3']);
});

browserTest('the graph shows all notes, or those around one', async () => {
  const page = await visit('#/graph', 'canvas[data-layout=done]');
  expect(await page.locator('.bar').first().textContent()).toContain('3 notes');
  await page.locator('.graph-side button', { hasText: 'Fern' }).click();
  await page.getByRole('button', { name: 'Show neighbours only' }).click();
  await expect.poll(() => page.url()).toContain('#/graph/Garden/Fern.md');
  await page.locator('canvas[data-layout=done]').waitFor();
});

browserTest('a large graph is shown as a picture that moves with the camera', async () => {
  const paths = Array.from({ length: 4000 }, (_, at) => `Area ${at % 5}/Note ${at}.md`);
  const edges = paths.flatMap((_, at) => [at, (at + 1) % 4000, at, at - (at % 40)]);
  const value = { version: 'large', paths, edges, unresolved: 0 };
  const { page } = opened;
  await page.route('**/api/call', (route) =>
    route.request().postData()?.includes('"graph.get"')
      ? route.fulfill({ json: { ok: true, value } })
      : route.continue(),
  );
  await goTo(page, '#/graph');
  await page.locator('canvas[aria-label="Graph of 4000 notes"][data-painted]').waitFor();
  const isPaintedAt = (x: number, y: number) =>
    page.evaluate(`(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(${x} * canvas.width, ${y} * canvas.height, 40, 40);
      return data.some((each) => each > 0);
    })()`);
  await expect.poll(() => isPaintedAt(0.5, 0.5)).toBe(true);
  // Beyond the edge of the picture there is nothing, and in it there is: it moves at once.
  for (let times = 0; times < 40; times++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => isPaintedAt(0.5, 0.5)).toBe(false);
  await page.keyboard.press('0');
  await expect.poll(() => isPaintedAt(0.5, 0.5)).toBe(true);
  await page.unroute('**/api/call');
});
