import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { Child, type ChildOptions, executable } from './child.ts';
import { patienceMs } from './until.ts';
import { type Files, VaultFolder } from './vault-folder.ts';

export type Data = Record<string, unknown>;
type Arguments = Readonly<Record<string, unknown>>;

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The vault that the numbered cases start from. */
export const fixture: Files = {
  'Projects/Alpha.md': '# Alpha\n\nSee [[Beta]].\n',
  'Projects/Beta.md': 'beta of projects\n',
  'Archive/Beta.md': 'beta of the archive\n',
  'Root.md': 'root\n',
  'Fm.md': '---\ntitle: "F"   # kept\naliases: [Effem]\n---\nbody\n',
  'img.png': pixel,
  'Weird #1.md': 'odd\n',
};

export interface BundleOptions {
  readonly files?: Files;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What is started instead of `vaultd mcp --toolset bundle VAULT`. */
  readonly command?: readonly string[];
  /** The revision to shake hands in; none: the test does it itself. */
  readonly revision?: string | false;
}

export interface Answer {
  readonly id: unknown;
  readonly result?: Data;
  readonly error?: { readonly code: number; readonly message: string; readonly data: Data };
}

interface Waiting {
  readonly fits: (answer: Answer) => boolean;
  readonly take: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
  readonly late: NodeJS.Timeout;
}

/** A folder with a vault, and processes that serve it over pipes. */
export class BundleHome extends VaultFolder {
  readonly #processes: BundleProcess[] = [];

  constructor(files: Files = fixture) {
    super(files);
  }

  async start(options: BundleOptions = {}): Promise<BundleProcess> {
    const { args = [], env = {}, revision = '2024-11-05' } = options;
    const command = options.command ?? [executable, 'mcp', '--toolset=bundle', this.root];
    const started = new BundleProcess(this, process.execPath, [...command, ...args], {
      env: { ...this.env, ...env },
    });
    this.#processes.push(started);
    if (revision !== false) await started.shakeHands(revision);
    return started;
  }

  /** Every file of the vault, but those of the app. */
  tree(): string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('.obsidian/'))
      .sort();
  }

  async close(): Promise<void> {
    for (const each of this.#processes) await each.stop('SIGKILL');
    this.removeFolder();
  }
}

/** One process for the tests of a file; each begins with the files that it names, and no others. */
export function shareBundle() {
  const home = new BundleHome({});
  let server: BundleProcess | undefined;
  afterAll(() => home.close());
  return {
    home,
    async begin(files: Files = fixture): Promise<BundleProcess> {
      home.reset(files);
      server ??= await home.start();
      return server;
    },
  };
}

/** One process that speaks the bundle's contract. */
export class BundleProcess extends Child {
  readonly home: BundleHome;
  /** Everything it said, line by line. */
  readonly lines: string[] = [];
  #waiting: Waiting[] = [];
  #rest = '';
  #lastId = 100;

  constructor(
    home: BundleHome,
    command: string,
    args: readonly string[],
    options: ChildOptions = {},
  ) {
    super(command, args, options);
    this.home = home;
    this.process.stdout?.on('data', (text: string) => this.#hear(text));
    this.process.once('close', () => this.#failAll(`exited with ${this.exitCode}`));
  }

  get log(): Data[] {
    return this.stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  async shakeHands(revision: string): Promise<Answer> {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: revision, capabilities: {}, clientInfo };
    const answer = await this.request('initialize', params);
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  write(text: string): void {
    this.process.stdin?.write(text);
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** The next answer that fits, among those still to come and those nobody waited for. */
  next(fits: (answer: Answer) => boolean = () => true): Promise<Answer> {
    return new Promise((take, fail) => {
      if (this.exitCode !== undefined) return fail(new Error('the process has ended'));
      const late = setTimeout(() => this.#failAll('no answer in time'), patienceMs);
      this.#waiting.push({ fits, take, fail, late });
    });
  }

  request(method: string, params?: unknown): Promise<Answer> {
    const id = ++this.#lastId;
    const coming = this.next((answer) => answer.id === id);
    this.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
    return coming;
  }

  call(name: string, args: Arguments = {}): Promise<Answer> {
    return this.request('tools/call', { name: `obsidian_${name}`, arguments: args });
  }

  /** Calls a tool that succeeds, and gives its data. */
  async ok(name: string, args: Arguments = {}): Promise<Data> {
    const { result, error } = await this.call(name, args);
    expect(error, JSON.stringify(error)).toBeUndefined();
    return dataOf(result);
  }

  /** Calls a tool that fails so, and gives the error's data with its message. */
  async fails(name: string, args: Arguments, code: number, errorCode: string): Promise<Data> {
    const { result, error } = await this.call(name, args);
    expect(result, JSON.stringify(result)).toBeUndefined();
    expect({ code: error?.code, errorCode: error?.data.errorCode }).toEqual({ code, errorCode });
    expect(error?.message).not.toContain(this.home.base);
    return { ...error?.data, message: error?.message };
  }

  async tools(): Promise<Data[]> {
    const { result } = await this.request('tools/list');
    return Array.isArray(result?.tools) ? result.tools : [];
  }

  #failAll(why: string): void {
    for (const { fail, late } of this.#waiting) {
      clearTimeout(late);
      fail(new Error(`no answer: ${why}\n${this.lastWords()}`));
    }
    this.#waiting = [];
  }

  #hear(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const line of parts) {
      this.lines.push(line);
      const answer: Answer = JSON.parse(line);
      const at = this.#waiting.findIndex(({ fits }) => fits(answer));
      const [waiting] = at === -1 ? [] : this.#waiting.splice(at, 1);
      clearTimeout(waiting?.late);
      waiting?.take(answer);
    }
  }
}

/** The data in the text of a successful result. */
export function dataOf(result: Data | undefined): Data {
  const content = Array.isArray(result?.content) ? result.content : [];
  const text = content.find((item) => item.type === 'text')?.text ?? 'null';
  const body = JSON.parse(text);
  expect(body.success).toBe(true);
  return body.data;
}
