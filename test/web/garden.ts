import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenedPage, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const notes = {
  'Home.md':
    '---\ntags: [start]\nrating: 5\n---\n# Home\n\nTo [[Garden/Moss|the moss]] and [[Nowhere]]. #green\n\n![[Garden/Moss#Care]]\n\n> [!tip] Mind\n> the step\n\n- [ ] sweep\n- [x] rake\n\nA formula $a^2$ and a note[^1].\n\n```js\nconst one = 1;\n```\n\n[^1]: At the end.\n',
  'Garden/Moss.md': '# Moss\n\nSoft.\n\n## Care\n\nWater it, ==slowly==.\n\n## Other\n\nElse.\n',
  'Garden/Fern.md': '---\nrating: 3\n---\n# Fern\n\nGrows beside [[Moss]].\n',
};
export let home: VaultHome;
/** The dashboard, logged in. */
export let opened: OpenedPage;

/** Serves a small vault while the tests of the calling file run. */
export function serveGarden(): void {
  beforeAll(async () => {
    home = new VaultHome(notes);
    await home.serve();
    const client = await home.connect();
    await client.call('AppendNote', { path: 'Home.md', content: 'A last line.\n' });
    client.close();
    opened = await openDashboard(home);
  });
  afterAll(() => home.remove());
}

/** Goes somewhere, waits for what must be there, and looks for barriers in light and dark. */
export async function visit(hash: string, wanted: string): Promise<OpenedPage['page']> {
  const { page } = opened;
  await goTo(page, hash);
  await page.locator(wanted).first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page, { onlyColours: colorScheme === 'dark' })).toEqual([]);
  }
  expect(opened.problems).toEqual([]);
  expect([...opened.hosts]).toEqual([new URL(page.url()).host]);
  return page;
}
