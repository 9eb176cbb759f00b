import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const desk = { width: 1320, height: 820 };
const looks = [
  { name: 'light', colorScheme: 'light', viewport: desk },
  { name: 'dark', colorScheme: 'dark', viewport: desk },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 780 } },
];
const pages = ['', 'tour.html', 'dashboard.html', 'configuration.html', 'performance.html'];

/** Opens pages of the built site as readers would, and searches. Keeps pictures in .cache/pictures. */
export async function checkSite(folder) {
  const executablePath = findBrowser();
  if (executablePath === undefined) return ['There is no browser. Set CHROMIUM_PATH.'];
  const server = createServer((request, response) => serveFile(folder, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
  try {
    const problems = [];
    for (const look of looks) problems.push(...(await checkLook(browser, origin, look)));
    return problems;
  } finally {
    await browser.close();
    server.close();
  }
}

function serveFile(folder, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  try {
    const bytes = readFileSync(join(folder, decodeURIComponent(path)));
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

async function checkLook(browser, origin, { name, ...options }) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems = [];
  const note = (text) => problems.push(`${name}, ${new URL(page.url()).pathname}: ${text}`);
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) note(`asks ${request.url()}`);
  });
  for (const path of pages) {
    await page.goto(`${origin}/${path}`);
    await page.locator('.vp-doc h1').waitFor();
    await page.screenshot({ path: `.cache/pictures/${name}-${path || 'index'}.png` });
    for (const problem of await findFaults(page)) note(problem);
  }
  await search(page, name, note);
  await context.close();
  return problems;
}

/** What a reader cannot see or use. */
async function findFaults(page) {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const faults = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`is ${scrollWidth - clientWidth} px too wide`);
    for (const image of document.images) {
      image.loading = 'eager';
      await image.decode().catch(() => faults.push(`does not show ${image.currentSrc}`));
    }
    const { violations } = await globalThis.axe.run('.vp-doc', {
      resultTypes: ['violations'],
      // Markdown has no table without a head.
      rules: { 'empty-table-header': { enabled: false } },
    });
    return [...faults, ...violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)];
  });
}

async function search(page, name, note) {
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.locator('#localsearch-input').fill('undo a change');
  const first = page.locator('#localsearch-list a').first();
  await first.waitFor();
  await page.screenshot({ path: `.cache/pictures/${name}-search.png` });
  await first.click();
  await page.locator('.vp-doc h1').waitFor();
  if (!/undo/i.test(await page.locator('.vp-doc').textContent())) note('the search finds nothing');
}
