import { createServer, type Socket } from 'node:net';
import type { BrowserServer } from 'playwright-core';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';

export interface BrowserHost {
  /** Whoever connects here is sent the address of the browser, as `connectToBrowser` reads it. */
  readonly port: number;
  close(): Promise<void>;
}

/** One browser for a whole run. It starts when a test first asks for it. */
export async function hostBrowser(): Promise<BrowserHost> {
  let browser: Promise<BrowserServer> | undefined;
  const door = createServer((socket) => {
    browser ??= launch();
    tellAddress(browser, socket);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      door.close();
      await (await browser)?.close();
    },
  };
}

async function launch(): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core');
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no browser. Set CHROMIUM_PATH.');
  return chromium.launchServer({
    executablePath,
    host: '127.0.0.1',
    headless: true,
    args: [...browserFlags],
    // The test runner listens to these; at its exit the browser is killed.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function tellAddress(browser: Promise<BrowserServer>, socket: Socket): Promise<void> {
  socket.on('error', () => {});
  try {
    socket.end((await browser).wsEndpoint());
  } catch (error) {
    socket.end(String(error));
  }
}
