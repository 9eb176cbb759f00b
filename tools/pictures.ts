import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { endFile } from '../test/support/file-end.ts';
import { type AppShot, appShots, openApp } from './pictures/app-shots.ts';
import { type ExampleScene, playScene, playVault, type Scene } from './pictures/scene.ts';
import { type Shot, shots, shotsOf } from './pictures/shots.ts';

const docs = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const desk = { width: 1320, height: 820 };
const phone = { width: 390, height: 780 };

interface Named {
  readonly name: string;
}

/** The pictures of docs/dashboard.md and docs/plugin.md, from a vault in which agents have been at work. */
async function makeDocs(wanted: readonly string[]): Promise<void> {
  const isWanted = ({ name }: Named) => wanted.length === 0 || wanted.includes(name);
  const scene = await playScene();
  await withBrowser(scene, async (browser) => {
    await takeAll(browser, scene, shots.filter(isWanted), docs);
    if (!appShots.some(isWanted)) return;
    await scene.answer();
    await takeOfApp(browser, scene, isWanted);
  });
}

/** Pictures of another vault, to look at. An agent works on the first of the notes. */
async function makeOthers(vault: string, folder: string, notes: readonly string[]): Promise<void> {
  const scene = await playVault(vault, notes[0] ?? '');
  await withBrowser(scene, (browser) => takeAll(browser, scene, shotsOf(notes), folder));
}

async function withBrowser(scene: Scene, run: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
  try {
    await run(browser);
  } finally {
    await endFile();
    await browser.close();
    await scene.close();
  }
}

async function takeAll(
  browser: Browser,
  scene: Scene,
  all: readonly Shot[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const shot of all) {
    await take(browser, scene, shot, 'light', desk, join(folder, shot.name));
    await take(browser, scene, shot, 'dark', desk, join(folder, `${shot.name}-dark`));
    await take(browser, scene, shot, 'light', phone, join(folder, `${shot.name}-phone`));
  }
}

async function take(
  browser: Browser,
  scene: Scene,
  shot: Shot,
  colorScheme: 'light' | 'dark',
  viewport: { width: number; height: number },
  name: string,
): Promise<void> {
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
  const page: Page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${name}: ${error}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${name}: ${message.text()}\n`);
  });
  await page.goto(await scene.link());
  await page.getByText('Live').or(page.getByRole('navigation')).first().waitFor();
  await shot.prepare(page, scene);
  await keep(page, name);
  await context.close();
}

/** Views of the plugin in both themes. All are prepared, since each goes on from the one before. */
async function takeOfApp(
  browser: Browser,
  scene: ExampleScene,
  isWanted: (shot: Named) => boolean,
): Promise<void> {
  const app = await openApp(browser, scene, desk);
  for (const shot of appShots) {
    await shot.prepare(app, scene);
    if (!isWanted(shot)) continue;
    const { name, clip } = shot;
    for (const theme of ['light', 'dark']) {
      await app.eval(`document.body.classList.remove('theme-light', 'theme-dark')`);
      await app.eval(`document.body.classList.add('theme-${theme}'); standIn.dress()`);
      await keep(app.page, join(docs, theme === 'light' ? name : `${name}-dark`), clip);
    }
  }
  for (const problem of app.problems) process.stderr.write(`plugin: ${problem}\n`);
}

async function keep(page: Page, name: string, clip?: AppShot['clip']): Promise<void> {
  await sharp(await page.screenshot({ ...(clip && { clip }) }))
    .webp({ quality: 86, effort: 6 })
    .toFile(`${name}.webp`);
  process.stdout.write(`${name}.webp\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vault: { type: 'string' }, to: { type: 'string' } },
});
const { vault, to } = values;
if (vault !== undefined && (to === undefined || positionals.length === 0)) {
  throw new Error('Usage: npm run pictures -- --vault FOLDER --to FOLDER NOTE...');
}
if (vault === undefined) await makeDocs(positionals);
else await makeOthers(vault, to ?? '', positionals);
