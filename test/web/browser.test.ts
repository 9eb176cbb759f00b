import { afterAll, expect } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({ 'a.md': '# A\n' });
afterAll(() => home.remove());

browserTest('a browser gets in by the link, once, and stays in', async () => {
  await home.serve();
  const { stdout } = await home.run(['open', '--print']);
  const link = stdout.trim();
  const { page } = await openPage();
  const first = await page.goto(link);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(first?.status()).not.toBe(401);
  expect((await page.reload())?.status()).not.toBe(401);
  const other = await openPage();
  expect((await other.page.goto(link))?.status()).toBe(401);
  expect(await other.page.textContent('pre')).toBe('vaultd open');
});
