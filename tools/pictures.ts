import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { endFile } from '../test/support/file-end.ts';
import { type Album, example, findOthers } from './pictures/albums.ts';
import { type AppShot, appShots, openApp } from './pictures/app-shots.ts';
import type { ExampleScene, Scene } from './pictures/scene.ts';
import { dialogShots, type Shot, shotsOf } from './pictures/shots.ts';

const docs = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const desk = { width: 1320, height: 820 };
const phone = { width: 390, height: 780 };

interface Named {
  readonly name: string;
}

/** The example vault, in which agents have been at work, and the plugin in front of it. */
async function takeExample(isWanted: (shot: Named) => boolean): Promise<void> {
  const scene = await example.open();
  await withBrowser(scene, async (browser) => {
    const shots = [...shotsOf(example.sights), ...dialogShots];
    await takeAll(browser, scene, shots.filter(isWanted), example);
    if (!appShots.some(isWanted)) return;
    await scene.answer();
    await takeOfApp(browser, scene, isWanted);
  });
}

async function takeOther(album: Album, isWanted: (shot: Named) => boolean): Promise<void> {
  const wanted = shotsOf(album.sights).filter(isWanted);
  if (wanted.length === 0) return;
  const scene = await album.open();
  await withBrowser(scene, (browser) => takeAll(browser, scene, wanted, album));
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

interface Look {
  /** What the names of its pictures end in. */
  readonly ending: string;
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
}

const looks: readonly Look[] = [
  { ending: '', colorScheme: 'light', viewport: desk },
  { ending: '-dark', colorScheme: 'dark', viewport: desk },
  { ending: '-phone', colorScheme: 'light', viewport: phone },
];

async function takeAll(
  browser: Browser,
  scene: Scene,
  shots: readonly Shot[],
  { prefix, width }: Album,
): Promise<void> {
  for (const { ending, ...options } of looks) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    reportProblems(page);
    await page.goto(await scene.link());
    const start = new URL('/', page.url()).href;
    for (const shot of shots) {
      await shot.prepare(page, scene);
      await keep(page, join(docs, `${prefix}${shot.name}${ending}`), { width });
      // Nothing of a view is left for the next one.
      await page.goto('about:blank');
      await page.goto(start);
    }
    await context.close();
  }
}

function reportProblems(page: Page): void {
  const report = (what: unknown): void => {
    process.stderr.write(`${page.url()}: ${what}\n`);
  };
  page.on('pageerror', report);
  page.on('console', (message) => {
    if (message.type() === 'error') report(message.text());
  });
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
      await keep(app.page, join(docs, theme === 'light' ? name : `${name}-dark`), {
        clip,
        width: desk.width,
      });
    }
  }
  for (const problem of app.problems) process.stderr.write(`plugin: ${problem}\n`);
}

interface Kept {
  readonly clip?: AppShot['clip'];
  /** Wider pictures are made smaller. */
  readonly width: number;
}

async function keep(page: Page, name: string, { clip, width }: Kept): Promise<void> {
  await sharp(await page.screenshot({ ...(clip && { clip }) }))
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 86, effort: 6 })
    .toFile(`${name}.webp`);
  process.stdout.write(`${name}.webp\n`);
}

const names = process.argv.slice(2);
const isWanted = ({ name }: Named) => names.length === 0 || names.includes(name);
await takeExample(isWanted);
for (const album of findOthers()) await takeOther(album, isWanted);
