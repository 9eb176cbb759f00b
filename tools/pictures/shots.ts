import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

/** One view, and how to bring the page there. */
export interface Shot {
  readonly name: string;
  prepare(page: Page, scene: Scene): Promise<void>;
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`/${hash}`, page.url()).href);
}

/** The last picture is drawn a moment after the layout is done. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 500))');
}

/** Where both a list and its details have room, the first of the list is opened. */
async function openFirst(page: Page, hash: string, entry: string): Promise<void> {
  await goTo(page, hash);
  await page.locator(entry).first().waitFor();
  if ((page.viewportSize()?.width ?? 0) < 760) return;
  await page.locator(entry).first().click();
  await page.locator('.diff').first().waitFor();
}

const approvals: Shot = {
  name: 'approvals',
  prepare: (page) => openFirst(page, '#/approvals', '.entry'),
};

/** What every vault has. */
export function shotsOf(notes: readonly string[]): readonly Shot[] {
  const at = (name: string, hash: string, wanted: string): Shot => ({
    name,
    async prepare(page) {
      await goTo(page, hash);
      await page.locator(wanted).first().waitFor();
      await settle(page);
    },
  });
  return [
    approvals,
    { name: 'activity', prepare: (page) => openFirst(page, '#/activity', '.entry') },
    ...notes.map((note, place) => at(`note-${place + 1}`, `#/notes/${encodeURI(note)}`, '.prose')),
    at('search', '#/search?mode=ranked&q=how%20to', '.hit'),
    at('graph', '#/graph', 'canvas[data-layout=done][data-painted]'),
    at('tasks', '#/tasks', '.bar'),
    at('tags', '#/tags', '.bar'),
    at('clients', '#/clients', '.client'),
    at('health', '#/health', '.plot polyline'),
  ];
}

export const shots: readonly Shot[] = [
  approvals,
  {
    name: 'clients',
    async prepare(page) {
      await goTo(page, '#/clients');
      await page.locator('.client').nth(2).waitFor();
    },
  },
  {
    name: 'activity',
    async prepare(page) {
      await goTo(page, '#/activity');
      const entry = page.locator('.entry', { hasText: 'edited Courtyard garden' }).first();
      await entry.waitFor();
      if ((page.viewportSize()?.width ?? 0) < 760) return;
      await entry.click();
      await page.locator('.diff').first().waitFor();
    },
  },
  {
    name: 'note',
    async prepare(page) {
      await goTo(page, `#/notes/${encodeURIComponent('Home.md')}`);
      await page.locator('.prose').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
    },
  },
  {
    name: 'base',
    async prepare(page) {
      await goTo(page, '#/notes/Reference/Shown/Bases%20on%20a%20page.md');
      await page.locator('.base-card img').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'canvas',
    async prepare(page) {
      await goTo(page, '#/notes/Projects/Courtyard%20garden/Courtyard%20board.canvas');
      await page.locator('.canvas-node img').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'diagram',
    async prepare(page) {
      await goTo(page, '#/notes/Reference/Shown/Diagrams.md');
      await page.locator('.diagram img').nth(1).waitFor();
      await settle(page);
    },
  },
  {
    name: 'editor',
    async prepare(page) {
      await goTo(page, '#/notes/Recipes/Rye%20bread%20(overnight).md');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.locator('.cm-content').waitFor();
    },
  },
  {
    name: 'switcher',
    async prepare(page) {
      await goTo(page, `#/notes/${encodeURIComponent('Home.md')}`);
      await page.locator('.prose').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('court');
      await page.locator('.choice').first().waitFor();
    },
  },
  {
    name: 'search',
    async prepare(page) {
      await goTo(page, '#/search?mode=ranked&q=seat%20wall');
      await page.locator('.hit').first().waitFor();
    },
  },
  {
    name: 'query',
    async prepare(page) {
      const query =
        'TABLE authors, rating, status\nFROM "Books"\nWHERE status != "read"\nSORT rating DESC';
      await goTo(page, `#/search?mode=dql&q=${encodeURIComponent(query)}`);
      await page.locator('.data').waitFor();
    },
  },
  {
    name: 'history',
    async prepare(page) {
      await goTo(page, '#/notes/Projects/Courtyard%20garden/Courtyard%20garden.md');
      await page.getByRole('button', { name: 'History' }).click();
      await page.locator('.version .diff').waitFor();
    },
  },
  {
    name: 'tasks',
    async prepare(page) {
      await goTo(page, '#/tasks');
      await page.locator('.tasks .task').first().waitFor();
    },
  },
  {
    name: 'tags',
    async prepare(page) {
      await goTo(page, '#/tags');
      await page.locator('.tag-list a').first().click();
      await page.locator('.tagged li').first().waitFor();
    },
  },
  {
    name: 'graph',
    async prepare(page) {
      await goTo(page, '#/graph');
      await page.locator('canvas[data-layout="done"]').waitFor();
      await settle(page);
    },
  },
  {
    name: 'health',
    async prepare(page) {
      await goTo(page, '#/health');
      await page.locator('.plot polyline').first().waitFor();
    },
  },
  {
    name: 'review',
    async prepare(page, scene) {
      await goTo(page, '#/review');
      await scene.propose();
      await page.locator('.cm-changedText, .cm-insertedLine, .cm-changedLine').first().waitFor();
    },
  },
];
