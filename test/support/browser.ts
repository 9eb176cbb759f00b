import type { BrowserContextOptions } from 'playwright-core';
import { test } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';
import { type OpenedPage, openPage } from './pages.ts';
import type { VaultHome } from './vault-daemon.ts';

export { type OpenedPage, openPage } from './pages.ts';

/** For tests that need a browser. Where there is none they are reported as left out; in CI the run fails before. */
export const browserTest = test.skipIf(findBrowser() === undefined);

/** The dashboard of a home that serves, in a browser profile of its own, logged in. */
export async function openDashboard(
  home: VaultHome,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const opened = await openPage(options);
  await opened.page.goto(await home.dashboardLink());
  return opened;
}
