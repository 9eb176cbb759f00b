import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseLedgerUrl } from '../src/engine/store/ledger/postgres/address.ts';
import { PostgresLedger } from '../src/engine/store/ledger/postgres/postgres-ledger.ts';
import { entryUrl } from '../src/kit/entry-url.ts';
import { EngineMachine } from './engine-machine.ts';
import type { Machine, Trouble } from './model.ts';

/** What the process of a machine is asked to do, and its answer. */
interface Asked {
  readonly id: number;
  readonly method: Method;
  readonly args: readonly string[];
}
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string };
type Method = 'append' | 'create' | 'remove' | 'rename' | 'settle';

export interface ChildMachineOptions {
  readonly name: string;
  readonly base: string;
  readonly link: Trouble;
  readonly url: string;
  readonly vault: string;
}

/** A machine whose vaultd is a process of its own, which can be killed at any moment. */
export class ChildMachine implements Machine {
  readonly name: string;
  readonly root: string;
  readonly link: Trouble;
  readonly outsideOfTen = 5;
  readonly #options: ChildMachineOptions;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(e: Error): void }>();
  #child: ChildProcess | undefined;
  #asked = 0;

  constructor(options: ChildMachineOptions) {
    this.#options = options;
    this.name = options.name;
    this.root = join(options.base, options.name);
    this.link = options.link;
    mkdirSync(this.root, { recursive: true });
  }

  async start(): Promise<void> {
    const { base, name, url, vault } = this.#options;
    const child = fork(fileURLToPath(entryUrl('fault-child')), ['machine', base, name, url, vault]);
    this.#child = child;
    child.on('message', ({ id, result, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    child.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The machine is gone.'));
      this.#waiting.clear();
    });
    await this.settle();
  }

  async append(path: string, text: string): Promise<void> {
    await this.#ask('append', path, text);
  }

  async create(path: string, text: string): Promise<void> {
    await this.#ask('create', path, text);
  }

  async remove(path: string): Promise<void> {
    await this.#ask('remove', path);
  }

  async rename(path: string, newPath: string): Promise<void> {
    await this.#ask('rename', path, newPath);
  }

  async settle(): Promise<number | undefined> {
    return (await this.#ask('settle')) as number | undefined;
  }

  async kill(): Promise<void> {
    await this.close();
    await this.start();
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  #ask(method: Method, ...args: string[]): Promise<unknown> {
    const asked: Asked = { id: ++this.#asked, method, args };
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.id, { resolve, reject });
      this.#child?.send(asked, (failure) => failure && reject(failure));
    });
  }
}

/** The other side: an engine that does what it is asked until it is killed. */
export async function machineTask([base = '', name = '', url = '', vault = '']: string[]) {
  const link = { cut() {}, cutAfter() {}, drop() {}, restore() {}, close: async () => {} };
  const connect = () =>
    new PostgresLedger(
      parseLedgerUrl(url, () => ''),
      vault,
    );
  const opening = EngineMachine.open({ name, base, link, connect });
  process.on('message', async ({ id, method, args }: Asked) => {
    const [first = '', second = ''] = args;
    const send = (answer: Answer) => process.send?.(answer);
    try {
      send({ id, result: await (await opening)[method](first, second) });
    } catch (thrown) {
      send({ id, error: String(thrown) });
    }
  });
  process.on('disconnect', () => process.exit());
  await new Promise(() => {});
}
