import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { browserTest, openDashboard } from '../support/browser.ts';
import { goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({ 'a.md': 'Before.\n' });
afterAll(() => home.remove());

browserTest('a page that is open lives on when the daemon is started anew', async () => {
  const daemon = await home.serve();
  const { page } = await openDashboard(home);
  await goTo(page, '#/notes/a.md');
  await page.locator('.prose', { hasText: 'Before.' }).waitFor();
  await page.evaluate('window.isSamePage = true');
  await daemon.stop();
  await page.getByText('Not connected').waitFor();
  writeFileSync(join(home.vault, 'a.md'), 'Changed while the daemon was down.\n');
  writeFileSync(join(home.vault, 'b.md'), 'New.\n');
  await home.serve();
  await page.locator('.prose', { hasText: 'Changed while the daemon was down.' }).waitFor();
  await page.locator('.tree-row', { hasText: 'b' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
});

browserTest('a page without a session says how to get one', async () => {
  const { page } = await openDashboard(home);
  await page.locator('.rail').waitFor();
  await page.context().clearCookies();
  await goTo(page, '#/health');
  await page.getByText('vaultd open').waitFor();
});
