import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

/** One view, and how to bring the page there. */
export interface Shot {
  readonly name: string;
  readonly onPhone: boolean;
  prepare(page: Page, scene: Scene): Promise<void>;
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`/${hash}`, page.url()).href);
}

/** The last picture is drawn a moment after the layout is done. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 500))');
}

export const shots: readonly Shot[] = [
  {
    name: 'clients',
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/clients');
      await page.locator('.client').nth(2).waitFor();
    },
  },
  {
    name: 'activity',
    onPhone: true,
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
    onPhone: true,
    async prepare(page) {
      await goTo(page, `#/notes/${encodeURIComponent('Home.md')}`);
      await page.locator('.prose').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
    },
  },
  {
    name: 'base',
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/notes/Reference/Shown/Bases%20on%20a%20page.md');
      await page.locator('.base-card img').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'canvas',
    onPhone: false,
    async prepare(page) {
      await goTo(page, '#/notes/Projects/Courtyard%20garden/Courtyard%20board.canvas');
      await page.locator('.canvas-node img').first().waitFor();
      await settle(page);
    },
  },
  {
    name: 'diagram',
    onPhone: false,
    async prepare(page) {
      await goTo(page, '#/notes/Reference/Shown/Diagrams.md');
      await page.locator('.diagram img').nth(1).waitFor();
      await settle(page);
    },
  },
  {
    name: 'editor',
    onPhone: false,
    async prepare(page) {
      await goTo(page, '#/notes/Recipes/Rye%20bread%20(overnight).md');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.locator('.cm-content').waitFor();
    },
  },
  {
    name: 'switcher',
    onPhone: false,
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
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/search?mode=ranked&q=seat%20wall');
      await page.locator('.hit').first().waitFor();
    },
  },
  {
    name: 'query',
    onPhone: false,
    async prepare(page) {
      const query =
        'TABLE authors, rating, status\nFROM "Books"\nWHERE status != "read"\nSORT rating DESC';
      await goTo(page, `#/search?mode=dql&q=${encodeURIComponent(query)}`);
      await page.locator('.data').waitFor();
    },
  },
  {
    name: 'history',
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/notes/Projects/Courtyard%20garden/Courtyard%20garden.md');
      await page.getByRole('button', { name: 'History' }).click();
      await page.locator('.version .diff').waitFor();
    },
  },
  {
    name: 'tasks',
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/tasks');
      await page.locator('.tasks .task').first().waitFor();
    },
  },
  {
    name: 'tags',
    onPhone: false,
    async prepare(page) {
      await goTo(page, '#/tags');
      await page.locator('.tag-list a').first().click();
      await page.locator('.tagged li').first().waitFor();
    },
  },
  {
    name: 'graph',
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/graph');
      await page.locator('canvas[data-layout="done"]').waitFor();
      await settle(page);
    },
  },
  {
    name: 'health',
    onPhone: true,
    async prepare(page) {
      await goTo(page, '#/health');
      await page.locator('.plot polyline').first().waitFor();
    },
  },
  {
    name: 'review',
    onPhone: true,
    async prepare(page, scene) {
      await goTo(page, '#/review');
      await scene.propose();
      await page.locator('.cm-changedText, .cm-insertedLine, .cm-changedLine').first().waitFor();
    },
  },
];
