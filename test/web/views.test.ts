import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({
  'Home.md':
    '---\ntags: [start]\nrating: 5\n---\n# Home\n\nTo [[Garden/Moss|the moss]] and [[Nowhere]]. #green\n\n![[Garden/Moss#Care]]\n\n> [!tip] Mind\n> the step\n\n- [ ] sweep\n- [x] rake\n\nA formula $a^2$ and a note[^1].\n\n```js\nconst one = 1;\n```\n\n[^1]: At the end.\n',
  'Garden/Moss.md': '# Moss\n\nSoft.\n\n## Care\n\nWater it, ==slowly==.\n\n## Other\n\nElse.\n',
  'Garden/Fern.md': '---\nrating: 3\n---\n# Fern\n\nGrows beside [[Moss]].\n',
});
let opened: OpenedPage;

beforeAll(async () => {
  await home.serve();
  await home.run(['append', 'Home.md', 'A last line.'], { cwd: home.vault });
  opened = await openDashboard(home);
});
afterAll(() => home.remove());

/** Goes somewhere, waits for what must be there, and looks for barriers in light and dark. */
async function visit(hash: string, wanted: string): Promise<OpenedPage['page']> {
  const { page } = opened;
  await goTo(page, hash);
  await page.locator(wanted).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(opened.problems).toEqual([]);
  return page;
}

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
  expect(await note.locator('.properties').textContent()).toContain('rating5');
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
  expect(await page.locator('.backlinks').textContent()).toContain('Grows beside [[Moss]].');
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
  await page.getByRole('button', { name: 'Only around it' }).click();
  await expect.poll(() => page.url()).toContain('#/graph/Garden/Fern.md');
  await page.locator('canvas[data-layout=done]').waitFor();
});

browserTest('clients are listed with their doors and what they may do', async () => {
  const page = await visit('#/clients', '.client');
  expect(await page.locator('.clients').textContent()).toContain('this page');
});

browserTest('health shows plots and the state of the vault', async () => {
  const page = await visit('#/health', '.plot polyline');
  expect(await page.locator('.vault-health').textContent()).toContain(
    'Indexstateready'.slice(0, 5),
  );
  expect(await page.locator('.plot').count()).toBe(4);
});

browserTest('where nothing waits for a decision, the page says so', async () => {
  const page = await visit('#/review', '.empty');
  expect(await page.locator('.empty').textContent()).toContain('Nothing to decide');
});

browserTest('the page fits a phone', async () => {
  const { page, problems } = await openDashboard(home, { viewport: { width: 390, height: 780 } });
  for (const view of [
    'activity',
    'notes',
    'notes/Home.md',
    'search',
    'graph',
    'clients',
    'health',
  ]) {
    await goTo(page, `#/${view}`);
    await page.locator('.bar:visible').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(problems).toEqual([]);
});

browserTest('nothing but the daemon is asked for anything', () => {
  expect(opened.hosts.size).toBe(1);
  expect([...opened.hosts][0]).toMatch(/^127\.0\.0\.1:/);
});
