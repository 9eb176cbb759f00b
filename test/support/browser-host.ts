import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import type { Shared } from './run-host.ts';

/** Starts the browser of a whole run. */
export async function launchBrowser(): Promise<Shared> {
  const { chromium } = await import('playwright-core');
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM_PATH.');
  const browser = await chromium.launchServer({
    executablePath,
    host: '127.0.0.1',
    headless: true,
    args: [...browserFlags],
    // The test runner listens to these; at its exit the browser is killed.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { address: browser.wsEndpoint(), close: () => browser.close() };
}
