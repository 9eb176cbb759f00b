import type { Page } from 'playwright-core';
import { until } from '../../test/support/until.ts';
import type { Scene } from './scene.ts';

/** One view, and how to bring the page there. */
export interface Shot {
  readonly name: string;
  prepare(page: Page, scene: Scene): Promise<void>;
}

/** What is shown of a vault. */
export interface Sights {
  /** By the name of the picture: a note, and what must be on the page when it is taken. */
  readonly notes: Readonly<Record<string, { readonly path: string; readonly wanted: string }>>;
  /** The note that is open in the editor. */
  readonly edited: string;
  /** The note with changes by agents, which is shown with its history and its neighbours. */
  readonly changed: string;
  /** What is typed into the switcher, the search and the query. */
  readonly letters: string;
  readonly words: string;
  readonly query: string;
}

/** Every view of the dashboard, with what a vault has to show there. */
export function shotsOf(sights: Sights): readonly Shot[] {
  const { notes, edited, changed, letters, words, query } = sights;
  return [
    // The first one: every page that was loaded before would be listed.
    shotOf('clients', (page) => goTo(page, '#/clients', '.client >> nth=1')),
    shotOf('approvals', (page) => openEntry(page, '#/approvals', '')),
    shotOf('activity', (page) => openEntry(page, '#/activity', `edited ${titleOf(changed)}`)),
    ...Object.entries(notes).map(([name, { path, wanted }]) =>
      shotOf(name, (page) => goTo(page, toNote(path), wanted)),
    ),
    shotOf('editor', async (page) => {
      await goTo(page, toNote(edited), '.prose');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.locator('.cm-content').waitFor();
    }),
    shotOf('switcher', async (page) => {
      await goTo(page, toNote(changed), '.prose');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(letters);
      await page.locator('.choice').first().waitFor();
    }),
    shotOf('search', (page) => goTo(page, toSearch('ranked', words), '.hit')),
    shotOf('query', (page) => goTo(page, toSearch('dql', query), '.data')),
    shotOf('history', async (page) => {
      await goTo(page, toNote(changed), '.prose');
      await page.getByRole('button', { name: 'History' }).click();
      await page.locator('.version .diff').waitFor();
    }),
    shotOf('tasks', (page) => goTo(page, '#/tasks', '.tasks .task, .empty')),
    shotOf('tags', async (page) => {
      await goTo(page, '#/tags', '.tag-list a');
      await page.locator('.tag-list a').first().click();
      await page.locator('.tagged li').first().waitFor();
    }),
    shotOf('graph', (page) => goTo(page, '#/graph', drawnGraph)),
    shotOf('neighbours', (page) => goTo(page, `#/graph/${encodePath(changed)}`, drawnGraph)),
    shotOf('health', (page) => goTo(page, '#/health', '.plot polyline')),
    {
      name: 'review',
      async prepare(page, scene) {
        await goTo(page, '#/review', '.bar');
        await scene.propose();
        await page.locator('.cm-changedText, .cm-insertedLine, .cm-changedLine').first().waitFor();
      },
    },
  ];
}

/** What is the same in every vault. */
export const dialogShots: readonly Shot[] = [
  shotOf('permissions', async (page) => {
    await goTo(page, '#/clients', '.client');
    await page
      .getByRole('button', { name: /^Permissions of/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  shotOf('keys', async (page) => {
    await goTo(page, '#/activity', '.entry');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  }),
];

const drawnGraph = 'canvas[data-layout=done][data-painted]';

/** Images below the window are not loaded before they are needed. */
const isComplete = `document.querySelector('[aria-busy=true]') === null &&
  document.querySelector('canvas:not([data-layout=done])') === null &&
  [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')`;

/** Views are complete a moment after what is waited for: images load, code is coloured, diagrams are drawn. */
function shotOf(name: string, go: (page: Page) => Promise<void>): Shot {
  return {
    name,
    async prepare(page) {
      await go(page);
      await until(async () => Boolean(await page.evaluate(isComplete)), 'the images');
      await page.evaluate('new Promise((done) => setTimeout(done, 500))');
    },
  };
}

async function goTo(page: Page, hash: string, wanted: string): Promise<void> {
  await page.goto(new URL(`/${hash}`, page.url()).href);
  await page.locator(wanted).first().waitFor();
}

/** Where both a list and its details have room, an entry of the list is opened. */
async function openEntry(page: Page, hash: string, words: string): Promise<void> {
  await goTo(page, hash, '.entry');
  if ((page.viewportSize()?.width ?? 0) < 760) return;
  await page.locator('.entry', { hasText: words }).first().click();
  await page.locator('.diff').first().waitFor();
}

function toNote(path: string): string {
  return `#/notes/${encodePath(path)}`;
}

function toSearch(mode: string, words: string): string {
  return `#/search?${new URLSearchParams({ mode, q: words })}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function titleOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.md$/, '');
}
