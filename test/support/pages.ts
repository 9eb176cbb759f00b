import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { atFileEnd } from './file-end.ts';
import { askHost } from './run-host.ts';
import { patienceMs } from './until.ts';

let browserOfRun: Promise<Browser> | undefined;

/** The browser of the run; tests of several files use it at the same time, each in its own profiles. */
function openBrowser(): Promise<Browser> {
  browserOfRun ??= askHost(process.env.TEST_BROWSER_PORT).then((address) =>
    chromium.connect(address),
  );
  return browserOfRun;
}

export interface OpenedPage {
  readonly page: Page;
  /** What went wrong in the page: uncaught errors, refusals by its content policy, failed requests. */
  readonly problems: string[];
  /** Hosts that it sent requests to. */
  readonly hosts: Set<string>;
}

/** A page of a fresh profile, which lasts as long as the test file. */
export async function openPage(options: BrowserContextOptions = {}): Promise<OpenedPage> {
  return openPageIn(await openBrowser(), options);
}

/** The same in another browser than the run's. */
export async function openPageIn(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  // A colour on its way to another one would be judged for its contrast.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  atFileEnd(() => context.close());
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const problems: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // What the daemon refused is reported below, with the request.
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
  page.on('request', (request) => {
    const { host } = new URL(request.url());
    // Addresses such as `data:` have no host, and are not sent anywhere.
    if (host !== '') hosts.add(host);
  });
  return { page, problems, hosts };
}
