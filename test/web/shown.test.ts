import { cpSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { matchesGolden } from '../support/golden.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const example = fileURLToPath(new URL('../../example-vault', import.meta.url));
const folder = 'Reference/Shown';
/** A note for each thing that is rendered, then those with everything that other programs render too. */
const paths = [
  ...readdirSync(join(example, folder))
    .sort()
    .map((name) => `${folder}/${name}`),
  'Reference/Markdown tour.md',
  'Reference/Slopes, sums and drains.md',
  'Task board.md',
  'Dashboard.md',
];

/** The example vault has a note for each thing that is rendered. */
const home = new VaultHome();
let opened: OpenedPage;
beforeAll(async () => {
  cpSync(example, home.vault, { recursive: true });
  await home.serve();
  opened = await openDashboard(home);
  // The page asks for a viewer of PDF files, which a browser without windows does not have.
  await opened.page.evaluate(
    `Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true })`,
  );
});
afterAll(() => home.remove());

/** Until all that comes later is there: answers, colours, drawings. */
async function settle(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(`[...document.querySelectorAll('.reading p.faint, .reading [aria-busy], .reading .diagram:not(:has(img, .query-error))')]
        .map((each) => each.outerHTML).join('') + [...document.querySelectorAll('.reading pre:not(.diagram pre) > [data-coloured=false]')]
        .filter((each) => !/nonsense/.test(each.closest('figure')?.textContent ?? '')).length`),
    )
    .toBe('0');
}

/** Elements with what a reader notices of them, one to a line. */
const outline = `(() => {
  const lines = [];
  const walk = (node, depth) => {
    if (node instanceof Text) {
      const isFoot = node.parentElement.closest('.answer-foot') !== null;
      const text = isFoot ? node.data.trim().replace(/^[\\d.,]+ (µs|ms|s)$/, 'time') : node.data.trim();
      if (text !== '') lines.push('  '.repeat(depth) + JSON.stringify(text));
      return;
    }
    if (!(node instanceof Element) || node instanceof SVGElement && node.localName !== 'svg') return;
    const named = ['alt', 'aria-label', 'dir', 'href', 'open', 'src', 'start', 'type', 'disabled', 'checked']
      .filter((name) => node.hasAttribute(name))
      .map((name) => name + '=' + node.getAttribute(name).replace(/^blob:.*/, 'blob').replace(/\\?vault=.*/, ''));
    const classes = [...node.classList].map((name) => '.' + name).join('');
    lines.push('  '.repeat(depth) + [node.localName + classes, ...named].join(' '));
    if (node.localName === 'svg') return;
    for (const child of node.childNodes) walk(child, depth + 1);
  };
  walk(document.querySelector('.reading article'), 0);
  return lines.join('\\n') + '\\n';
})()`;

browserTest('the example vault is shown as it was', async () => {
  const { page, problems } = opened;
  const trees: string[] = [];
  const barriers: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    await goTo(page, `#/notes/${encodeURIComponent(path)}`);
    await page.locator('.reading h1', { hasText: name.replace('.md', '') }).waitFor();
    await settle(page);
    // What is around the note stays the same.
    const found = await findBarriers(page, path === paths[0] ? {} : { within: '.reading' });
    barriers.push(...found.map((barrier) => `${name}: ${barrier}`));
    trees.push(`## ${name}\n${await page.evaluate(outline)}`);
  }
  expect(barriers).toEqual([]);
  expect(problems).toEqual([]);
  matchesGolden(new URL('shown.golden.txt', import.meta.url), trees.join('\n'));
});
