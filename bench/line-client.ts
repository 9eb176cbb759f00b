import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { processorTime } from './processor.ts';

/** The least MCP client there can be: answers as text, several requests in flight. */
export class LineClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #start = performance.now();
  readonly #waiting = new Map<number, (line: string) => void>();
  #pending = '';
  #id = 0;

  /** Starts a server: its command, and a folder for whatever it keeps. */
  constructor([command = process.execPath, ...args]: readonly string[], base: string) {
    const env = {
      PATH: process.env.PATH,
      HOME: base,
      XDG_STATE_HOME: join(base, 'state'),
      XDG_CONFIG_HOME: join(base, 'config'),
      VAULTD_RUNTIME_DIR: join(base, 'run'),
    };
    this.#child = spawn(command, args, { env });
    this.#child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk));
    this.#child.stderr.resume();
    // A server that ends while we write has nothing more to say; whoever waits for it, waits in vain.
    this.#child.stdin.on('error', () => undefined);
  }

  /** Seconds since the process was started. */
  get age(): number {
    return (performance.now() - this.#start) / 1000;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Seconds of processor time that the server has used. */
  get processorTime(): number {
    return processorTime(this.#child.pid);
  }

  request(method: string, params: object = {}): Promise<string> {
    this.#id += 1;
    const id = this.#id;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1' };
    const protocolVersion = '2025-06-18';
    await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  call(name: string, args: object): Promise<string> {
    return this.request('tools/call', { name, arguments: args });
  }

  /** Bytes that need not be a message. */
  write(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Without a word, as a crash does. */
  kill(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return resolve();
      this.#child.once('close', () => resolve());
      this.#child.kill('SIGKILL');
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.stdin.end();
      // Some have nothing to tell them that we are done.
      setTimeout(() => this.#child.kill(), 3000).unref();
    });
  }

  #take(chunk: string): void {
    const lines = (this.#pending + chunk).split('\n');
    this.#pending = lines.pop() ?? '';
    for (const line of lines) {
      const id = idOf(line);
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    }
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** Where the id stands differs. Notices of a server, and what it prints besides, are nobody's answer. */
function idOf(line: string): number {
  if (line.startsWith('{"jsonrpc":"2.0","id":')) return Number.parseInt(line.slice(22), 10);
  try {
    return JSON.parse(line).id;
  } catch {
    return Number.NaN;
  }
}

/** Seconds that each of many calls takes, one after the other. */
export async function perCall(count: number, call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < count; i++) await call();
  return (performance.now() - start) / 1000 / count;
}

/** Calls per second with several in flight. */
export async function perSecond(
  count: number,
  inFlight: number,
  call: () => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return count / ((performance.now() - start) / 1000);
}
