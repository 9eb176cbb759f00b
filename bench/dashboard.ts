import { basename } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { until } from '../test/support/until.ts';
import { VaultHome } from '../test/support/vault-daemon.ts';
import { benchTogether, sharedNote } from './dashboard-together.ts';
import { generateNotes, writeVault } from './generate-vault.ts';
import { judged, p95, type Row } from './measure.ts';
import { scaled } from './scale.ts';

const noteCount = scaled(10_000);
const largeCount = scaled(50_000);
const frameCount = scaled(240, 30);
const longNotes = Array.from({ length: scaled(8, 2) }, (_, at) => `Long/Long ${at}.md`);
const longBytes = 200_000;
const typedWords = [
  'topic',
  'area 12',
  'mirolan',
  'kesu',
  'bano',
  'the plan',
  'xylo',
  'tas 42',
].slice(0, scaled(8, 2));

/** What a person feels: from a key to the list, pictures of the graph, and what is loaded at first. */
export async function benchDashboard(): Promise<Row[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM_PATH.');
  const home = new VaultHome();
  writeVault(home.vault, linkedNotes());
  writeVault(home.vault, writeLongNotes());
  writeVault(home.vault, [sharedNote]);
  await home.serve(environmentOf(home));
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
  try {
    const page = await openPage(browser, home);
    return [
      await firstVisit(page),
      await typing(page, 'switcher', openSwitcher),
      await typing(page, 'search, best first', (each) => goTo(each, '#/search?mode=ranked')),
      await typing(page, 'search, exact', (each) => goTo(each, '#/search?mode=text')),
      await opening(page),
      await benchTogether(home, [page, await openPage(browser, home)]),
      ...(await moving(page, noteCount)),
      ...(await moving(await openLargeGraph(page), largeCount)),
    ];
  } finally {
    await browser.close();
    await home.remove();
  }
}

/** A benchmark may be run in an environment that its own processes should know of. */
function environmentOf(home: VaultHome): NodeJS.ProcessEnv {
  return { ...process.env, ...home.env };
}

/** Three links of every note to others, so that there is something to draw. */
function* linkedNotes() {
  const notes = [...generateNotes(noteCount)];
  const name = (at: number) => basename(notes[at % noteCount]?.path ?? '', '.md');
  for (const [at, { path, text }] of notes.entries()) {
    // Some notes are linked to by many, as in real vaults.
    const links = [at + 1, Math.floor(at / 40) * 40, (at * 7919) % noteCount].map(name);
    yield { path, text: `${text}\n${links.map((link) => `[[${link}]]`).join(' ')}\n` };
  }
}

/** Notes of 200 KB, as if many had been written into one. */
function* writeLongNotes() {
  const text = [...generateNotes(400)].map((note) => note.text.replace(/^---.*?---\n/s, ''));
  const all = text.join('\n\n');
  const whole = all.repeat(Math.ceil(longBytes / all.length)).slice(0, longBytes);
  for (const path of longNotes) yield { path, text: whole };
}

async function openPage(browser: Browser, home: VaultHome): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const { stdout } = await home.runAlone(['open', '--print'], { env: environmentOf(home) });
  await page.goto(stdout.trim());
  // The index is complete when the last of the notes is known.
  await page.getByText('Live', { exact: true }).waitFor();
  await goTo(page, '#/notes');
  const count = String(noteCount + longNotes.length + 1);
  await page.getByText(count, { exact: true }).waitFor({ timeout: 60_000 });
  await page.evaluate(watchAnswers);
  return page;
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

async function openSwitcher(page: Page): Promise<void> {
  await goTo(page, '#/notes');
  await page.keyboard.press('Control+k');
}

/** Notes when a key was pressed, and when the first picture with the answer to it was ready. */
const watchAnswers = `
  window.keys = []; window.waits = [];
  addEventListener('input', () => keys.push(performance.now()), true);
  new MutationObserver(() => {
    const asked = document.querySelector('input[role=combobox], input[role=searchbox]')?.value.trim();
    const answered = document.querySelector('[data-answers]')?.dataset.answers.trim();
    if (!asked || asked !== answered) return;
    const pressed = keys.splice(0).at(-1);
    if (pressed === undefined) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => waits.push(performance.now() - pressed);
      port2.postMessage(0);
    });
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-answers'] });
`;

async function typing(page: Page, what: string, open: (page: Page) => Promise<void>): Promise<Row> {
  await open(page);
  const field = page.locator('input[role=combobox], input[role=searchbox]');
  await field.waitFor();
  await type(page, field, 'warm up');
  await page.evaluate('waits.length = 0');
  for (const words of typedWords) await type(page, field, words);
  const waits = (await page.evaluate('waits')) as number[];
  await page.keyboard.press('Escape');
  return judged({
    what: `${what}: key to list, 95 of 100`,
    unit: 'ms',
    ours: p95(waits),
    beside: 'what feels like at once',
    theirs: 50,
    reach: { atMost: 1 },
    runs: waits.length,
  });
}

/** Each key when the one before has been answered, as a person who reads along. */
async function type(page: Page, field: ReturnType<Page['locator']>, words: string): Promise<void> {
  await field.fill('');
  for (const letter of words) {
    const before = await countWaits(page);
    await page.keyboard.type(letter);
    if (letter !== ' ') await until(async () => (await countWaits(page)) > before, 'the list');
  }
}

async function countWaits(page: Page): Promise<number> {
  return Number(await page.evaluate('waits.length'));
}

/** From the end of the answer with a long note to the first picture with its text. */
async function opening(page: Page): Promise<Row> {
  await page.evaluate(watchNotes);
  const waits: number[] = [];
  for (const path of longNotes) {
    await page.evaluate('performance.clearResourceTimings(); shownMs = undefined');
    await goTo(page, `#/notes/${encodeURI(path)}`);
    await until(async () => typeof (await page.evaluate('shownMs')) === 'number', 'the note');
    waits.push(Number(await page.evaluate('shownMs')));
    await goTo(page, '#/notes');
    await page.locator('.prose').waitFor({ state: 'detached' });
  }
  // The first one also fetches the code that shows notes.
  const warm = waits.slice(1);
  return judged({
    what: 'a note of 200 KB: answer to text, 95 of 100',
    unit: 'ms',
    ours: p95(warm),
    beside: 'the limit',
    theirs: 150,
    reach: { atMost: 1 },
    runs: warm.length,
  });
}

/** Notes how long after the last answer a note is shown. */
const watchNotes = `
  window.shownMs = undefined;
  new MutationObserver(() => {
    if (shownMs !== undefined || !document.querySelector('.prose p')) return;
    shownMs = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const answers = performance.getEntriesByType('resource')
          .filter(({ name, encodedBodySize }) => name.endsWith('/api/call') && encodedBodySize > ${longBytes});
        shownMs = performance.now() - answers.at(-1).responseEnd;
      };
      port2.postMessage(0);
    });
  }).observe(document.body, { subtree: true, childList: true });
`;

/** The same page with the graph of a vault that would take long to write. */
async function openLargeGraph(page: Page): Promise<Page> {
  const paths = Array.from({ length: largeCount }, (_, at) => `Area ${at % 40}/Note ${at}.md`);
  const edges = paths.flatMap((_, at) =>
    [at + 1, Math.floor(at / 40) * 40, (at * 7919) % largeCount]
      .map((to) => to % largeCount)
      .filter((to) => to !== at)
      .flatMap((to) => [at, to]),
  );
  const value = { version: 'large', paths, edges, unresolved: 0 };
  await goTo(page, '#/notes');
  await page.route('**/api/call', (route) =>
    route.request().postData()?.includes('"graph.get"')
      ? route.fulfill({ json: { ok: true, value } })
      : route.continue(),
  );
  return page;
}

/**
 * Pictures a second while the whole graph is moved about, first while it still finds its shape, and
 * how long the page works for each of them: what is left of the time draws it, where a machine has
 * no graphics card.
 */
async function moving(page: Page, count: number): Promise<Row[]> {
  await goTo(page, '#/graph');
  await page.locator('canvas[data-layout][data-painted]').waitFor();
  const { busyMs } = await watchThread(page);
  const frameMs = (await page.evaluate(`new Promise((done) => {
    const canvas = document.querySelector('canvas');
    const times = [];
    let last = performance.now();
    const step = (now) => {
      times.push(now - last);
      last = now;
      const deltaY = Math.sin(times.length / 20) * 12;
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: 600, clientY: 400, bubbles: true, cancelable: true }));
      if (times.length < ${frameCount}) requestAnimationFrame(step);
      else done(times.slice(20));
    };
    requestAnimationFrame(step);
  })`)) as number[];
  const seconds = frameMs.reduce((sum, each) => sum + each, 0) / 1000;
  const runs = frameMs.length;
  return [
    judged({
      what: `graph of ${count} notes: pictures a second`,
      unit: '/s',
      ours: runs / seconds,
      beside: 'smooth',
      theirs: 30,
      reach: { atLeast: 1 },
      runs,
    }),
    judged({
      what: `graph of ${count} notes: work of the page for a picture`,
      unit: 'ms',
      ours: (await busyMs()) / frameCount,
      beside: 'the time between two pictures',
      theirs: 1000 / 30,
      reach: { atMost: 1 },
      runs,
    }),
  ];
}

/** How much CPU time the thread of a page has used since. */
async function watchThread(page: Page): Promise<{ busyMs(): Promise<number> }> {
  const debug = await page.context().newCDPSession(page);
  // Its own time: a busy machine makes no difference.
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readMs = async (): Promise<number> => {
    const { metrics } = await debug.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await readMs();
  return { busyMs: async () => (await readMs()) - before };
}

/** What the page loads before anything is asked for. */
async function firstVisit(page: Page): Promise<Row> {
  const bytes = (await page.evaluate(`['navigation', 'resource']
    .flatMap((type) => performance.getEntriesByType(type))
    .filter(({ name }) => !new URL(name).pathname.startsWith('/api/'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)) as number;
  return judged({
    what: 'what a first visit loads, compressed',
    unit: 'KB',
    ours: bytes / 1024,
    beside: 'the limit',
    theirs: 200,
    reach: { atMost: 1 },
  });
}
