import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { endFile } from '../test/support/file-end.ts';
import { type AppShot, appShots, openApp } from './pictures/app-shots.ts';
import { playScene, type Scene } from './pictures/scene.ts';
import { type Shot, shots } from './pictures/shots.ts';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const desk = { width: 1320, height: 820 };
const phone = { width: 390, height: 780 };

interface Named {
  readonly name: string;
}

/** Makes the pictures of docs/dashboard.md and docs/plugin.md from a vault in which agents have been at work. */
async function makePictures(wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM_PATH.');
  const scene = await playScene();
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
  try {
    const isWanted = ({ name }: Named) => wanted.length === 0 || wanted.includes(name);
    for (const shot of shots.filter(isWanted)) await takeAll(browser, scene, shot);
    if (appShots.some(isWanted)) await takeOfApp(browser, scene, isWanted);
  } finally {
    await endFile();
    await browser.close();
    await scene.close();
  }
}

async function takeAll(browser: Browser, scene: Scene, shot: Shot): Promise<void> {
  await take(browser, scene, shot, 'light', desk, shot.name);
  await take(browser, scene, shot, 'dark', desk, `${shot.name}-dark`);
  if (shot.onPhone) await take(browser, scene, shot, 'light', phone, `${shot.name}-phone`);
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
  scene: Scene,
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
      await keep(app.page, theme === 'light' ? name : `${name}-dark`, clip);
    }
  }
  for (const problem of app.problems) process.stderr.write(`plugin: ${problem}\n`);
}

async function keep(page: Page, name: string, clip?: AppShot['clip']): Promise<void> {
  await sharp(await page.screenshot({ ...(clip && { clip }) }))
    .webp({ quality: 86, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
  process.stdout.write(`docs/pictures/${name}.webp\n`);
}

await makePictures(process.argv.slice(2));
