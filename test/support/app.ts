import { readdirSync, readFileSync, statSync } from 'node:fs';
import { access, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import { builtUrl } from '../../src/kit/entry-url.ts';
import { atFileEnd } from './file-end.ts';
import { type OpenedPage, openPage } from './pages.ts';
import { until } from './until.ts';
import type { VaultHome } from './vault-daemon.ts';

const built = fileURLToPath(builtUrl('.'));

export interface AppOptions {
  /** Where the app thinks the vault is; the vault of the home when absent. */
  readonly folder?: string;
  /** What the plugin has stored before. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The time of the page is set by the test. */
  readonly hasClock?: boolean;
  /** Do not start the app and the plugin yet. */
  readonly isWaiting?: boolean;
  readonly width?: number;
  /** A page of another browser than the run's. */
  readonly opened?: OpenedPage;
}

/** A request that the plugin has sent. */
export interface SentRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The app with the built plugin, in a browser, over a home that may serve. */
export class TestApp {
  readonly page: Page;
  readonly problems: string[];
  /** Everything that the plugin has said to the daemon, in order. */
  readonly sent: SentRequest[] = [];
  /** What the app has asked of the disk, in order. */
  readonly asked: string[] = [];
  /** How often it tried to connect. */
  attempts = 0;
  data: string | null;
  readonly #home: VaultHome;
  readonly #folder: string;
  readonly #server: Server;
  readonly #sockets = new Map<number, Socket>();

  private constructor(
    home: VaultHome,
    opened: { page: Page; problems: string[] },
    options: AppOptions,
  ) {
    this.page = opened.page;
    this.problems = opened.problems;
    this.#home = home;
    this.#folder = options.folder ?? home.vault;
    this.data = options.data === undefined ? null : JSON.stringify(options.data);
    this.#server = createServer((request, response) => serveFile(request, response));
    const bridges = new WebSocketServer({ server: this.#server });
    bridges.on('connection', (socket) => {
      // The page is gone, and with it what it had open.
      socket.on('close', () => {
        for (const each of this.#sockets.values()) each.destroy();
      });
      socket.on('message', (message) => void this.#take(socket, JSON.parse(String(message))));
    });
  }

  /** Starts the app and enables the plugin. */
  static async open(home: VaultHome, options: AppOptions = {}): Promise<TestApp> {
    const viewport = { width: options.width ?? 1280, height: 800 };
    const opened = options.opened ?? (await openPage({ viewport }));
    const app = new TestApp(home, opened, options);
    if (options.hasClock) await opened.page.clock.install();
    await app.#load();
    if (!options.isWaiting) await app.start();
    return app;
  }

  /** Loads the plugin, then finishes the layout, as the app does. */
  async start(): Promise<void> {
    await this.eval('standIn.enable()');
    await this.do('startApp');
  }

  /** Lets a person do something in the app. */
  async do<T = unknown>(what: string, ...args: readonly unknown[]): Promise<T> {
    return this.eval<T>(`standIn.driver.${what}(...${JSON.stringify(args)})`);
  }

  async eval<T = unknown>(expression: string): Promise<T> {
    return (await this.page.evaluate(expression)) as T;
  }

  async attached(): Promise<void> {
    await this.status('attached');
    await until(() => this.reports().length > 0, 'the first report');
  }

  /** Waits for a state of the status bar. */
  async status(state: string): Promise<void> {
    await this.page.locator(`.vaultd-status[data-state="${state}"]`).waitFor();
  }

  get statusText(): Promise<string | null> {
    return this.page.locator('.vaultd-status').textContent();
  }

  notices(): Promise<string[]> {
    return this.eval('standIn.notices');
  }

  /** Waits until the app has shown a notice that matches. */
  async noticed(pattern: RegExp): Promise<void> {
    await until(
      async () => (await this.notices()).some((each) => pattern.test(each)),
      String(pattern),
    );
  }

  /** The app sees what other programs did on disk. */
  async notice(): Promise<void> {
    await this.eval('standIn.app.vault.notice()');
  }

  requests(method: string): SentRequest['params'][] {
    return this.sent.filter((each) => each.method === method).map(({ params }) => params);
  }

  reports(): SentRequest['params'][] {
    return this.requests('SetEditorState');
  }

  get lastReport(): SentRequest['params'] {
    return this.reports().at(-1) ?? {};
  }

  /** Waits until the last report says this. */
  async reported(part: Readonly<Record<string, unknown>>): Promise<void> {
    const wanted = Object.entries(part).map(([name, value]) => [name, JSON.stringify(value)]);
    const fits = () =>
      wanted.every(([name = '', text]) => JSON.stringify(this.lastReport[name]) === text);
    await until(fits, `a report with ${JSON.stringify(part)}`).catch((error) => {
      throw new Error(`${error.message} the last one is ${JSON.stringify(this.lastReport)}`);
    });
  }

  /** Waits until the plugin has sent so many of these. */
  async sends(method: string, count = 1): Promise<SentRequest['params']> {
    await until(() => this.requests(method).length >= count, `${count} ${method}`);
    return this.requests(method)[count - 1] ?? {};
  }

  /** Loads the page anew: the app is closed and opened again. */
  async restart(): Promise<void> {
    await this.#goto();
    await this.start();
  }

  async close(): Promise<void> {
    await this.page.close();
    for (const socket of this.#sockets.values()) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #load(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    atFileEnd(() => this.close());
    await this.#goto();
  }

  async #goto(): Promise<void> {
    const address = this.#server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await this.page.goto(`http://127.0.0.1:${port}/`);
    await this.page.waitForFunction('globalThis.standIn !== undefined');
  }

  async #take(bridge: WebSocket, message: BridgeMessage): Promise<void> {
    if (message.socket !== undefined) {
      this.#takeSocket(bridge, message.socket, message);
      return;
    }
    const { id, op, args = [] } = message;
    this.asked.push(op);
    const answer = await this.#answer(op, args).then(
      (result) => ({ id, result: result ?? null }),
      (error: NodeJS.ErrnoException) => ({
        id,
        error: { code: error.code, message: error.message },
      }),
    );
    bridge.send(JSON.stringify(answer));
  }

  async #answer(op: string, [first = '', second = '']: readonly string[]): Promise<unknown> {
    const at = (path: string) => join(this.#folder, path);
    switch (op) {
      case 'start':
        return this.#startFacts();
      case 'list':
        return listFiles(this.#folder);
      case 'read':
        return readFile(at(first), 'utf8');
      case 'write':
        await mkdir(dirname(at(first)), { recursive: true });
        return writeFile(at(first), second);
      case 'rename':
        return rename(at(first), at(second));
      case 'remove':
        return rm(at(first));
      case 'version':
        return toVersion(await stat(at(first)));
      case 'realpath':
        return realpath(first);
      case 'access':
        return access(first);
      case 'loadData':
        return this.data;
      case 'saveData':
        this.data = first;
        return null;
      default:
        throw new Error(`The bridge has no ${op}.`);
    }
  }

  #startFacts(): Readonly<Record<string, unknown>> {
    return {
      folder: this.#folder,
      env: { VAULTD_RUNTIME_DIR: this.#home.runtime, HOME: this.#home.base },
      manifest: JSON.parse(readFileSync(join(built, 'plugin/manifest.json'), 'utf8')),
      code: readFileSync(join(built, 'plugin/main.js'), 'utf8'),
    };
  }

  #takeSocket(bridge: WebSocket, id: number, { op, path = '', text = '' }: BridgeMessage): void {
    const tell = (event: string, more: object = {}) =>
      bridge.send(JSON.stringify({ socket: id, event, ...more }));
    if (op === 'connect') {
      this.attempts++;
      const socket = connect(path);
      this.#sockets.set(id, socket);
      socket.on('connect', () => tell('connect'));
      socket.on('data', (chunk) => tell('data', { data: chunk.toString('latin1') }));
      socket.on('error', (error: NodeJS.ErrnoException) => tell('error', { code: error.code }));
      socket.on('close', () => {
        this.#sockets.delete(id);
        tell('close');
      });
    } else if (op === 'send') {
      for (const line of text.split('\n').filter(Boolean)) this.#keep(line);
      this.#sockets.get(id)?.write(text);
    } else this.#sockets.get(id)?.end();
  }

  #keep(line: string): void {
    const { method, params = {} } = JSON.parse(line);
    this.sent.push({ method, params });
  }
}

interface BridgeMessage {
  readonly id?: number;
  readonly op: string;
  readonly args?: readonly string[];
  readonly socket?: number;
  readonly path?: string;
  readonly text?: string;
}

/** Every file of the vault that the app shows, with what tells its versions apart. */
function listFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file): [string, string] => [file.slice(folder.length + 1), toVersion(statSync(file))])
    .filter(([path]) => !path.startsWith('.'));
}

function toVersion({ ino, mtimeMs, size }: { ino: number; mtimeMs: number; size: number }): string {
  return `${ino} ${mtimeMs} ${size}`;
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>The app</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/app.css">
<link rel="stylesheet" href="/plugin/styles.css">
</head>
<body class="theme-light">
<script type="module" src="/plugin-stand-in.js"></script>
</body>
</html>`;

function serveFile({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const path = url.split('?')[0] ?? '/';
  if (path === '/') response.setHeader('Content-Type', 'text/html').end(page);
  else if (path === '/app.css') response.setHeader('Content-Type', 'text/css').end(appStyles());
  else {
    const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
    response.setHeader('Content-Type', type).end(readFileSync(join(built, path)));
  }
}

function appStyles(): string {
  return readFileSync(builtUrl('../plugin/stand-in/app.css'), 'utf8');
}
