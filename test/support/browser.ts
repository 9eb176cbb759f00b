import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, test } from 'vitest';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import type { VaultHome } from './vault-daemon.ts';

const executablePath = findBrowser();

/** For tests that need a browser. Where there is none they are reported as left out; in CI the run fails before. */
export const browserTest = test.skipIf(executablePath === undefined);

let browser: Promise<Browser> | undefined;

/** One browser for all tests of a file; it ends with them. */
export function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM_PATH.');
  browser ??= chromium.launch({ executablePath, headless: true, args: [...browserFlags] });
  return browser;
}

afterAll(async () => {
  await (await browser)?.close();
});

export interface OpenedPage {
  readonly page: Page;
  /** What went wrong in the page: uncaught errors, refusals by its content policy, failed requests. */
  readonly problems: string[];
  /** Hosts that it sent requests to. */
  readonly hosts: Set<string>;
}

/** The dashboard of a home that serves, in a browser profile of its own, logged in. */
export async function openDashboard(
  home: VaultHome,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const { stdout } = await home.run(['open', '--print']);
  const opened = await openPage(options);
  await opened.page.goto(stdout.trim());
  return opened;
}

/** A page of a fresh profile. It is closed with the browser. */
export async function openPage(options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await (await openBrowser()).newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // What the daemon refused is told below, with the request.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) problems.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // A page gives up what it asked when it needs the answer no more.
    if (why !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed: ${why}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const asked = response.request().postData() ?? pathname;
    if (response.status() >= 400) problems.push(`${response.status()} ${asked}`);
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { page, problems, hosts };
}
