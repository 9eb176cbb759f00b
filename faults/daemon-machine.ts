import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect, type RemoteClient } from '../src/protocols/remote/client/index.ts';
import { executable, printed } from '../test/support/child.ts';
import type { RawClient } from '../test/support/raw-client.ts';
import { end, Home } from './home.ts';
import type { Machine, Trouble } from './model.ts';
import { connectMcp, type McpSession } from './soak-clients.ts';

export interface DaemonMachineOptions {
  readonly name: string;
  /** Where its home is, with the folder of the vault in it. */
  readonly base: string;
  readonly link: Trouble;
  readonly url: string;
  readonly outsideOfTen: number;
}

/** A machine as people have it: a daemon with a home of its own, set up by the command line. */
export abstract class DaemonMachine implements Machine {
  readonly name: string;
  readonly root: string;
  readonly link: Trouble;
  readonly outsideOfTen: number;
  protected readonly home: Home;
  readonly #url: string;
  #daemon: ChildProcess | undefined;
  #control: RawClient | undefined;

  constructor({ name, base, link, url, outsideOfTen }: DaemonMachineOptions) {
    this.name = name;
    this.link = link;
    this.outsideOfTen = outsideOfTen;
    this.#url = url;
    const folder = join(base, name);
    this.root = join(folder, 'Notes');
    mkdirSync(this.root, { recursive: true });
    this.home = new Home(folder, this.root, '[mcp]\nhttp = false\n');
  }

  /** `vaultd ledger init` or `join`, and then its daemon. */
  async takePart(command: 'init' | 'join'): Promise<void> {
    const place = ['--url', this.#url, '--machine', this.name, '--vault', this.root];
    const args = [executable, 'ledger', command, ...place];
    await printed(process.execPath, args, { env: this.home.env });
    await this.#start();
  }

  abstract append(path: string, text: string): Promise<void>;
  abstract create(path: string, text: string): Promise<void>;
  abstract remove(path: string): Promise<void>;
  abstract rename(path: string, newPath: string): Promise<void>;

  async kill(): Promise<void> {
    await this.close();
    await this.#start();
  }

  async settle(): Promise<number | undefined> {
    const answer = await this.#control?.call('GetLedger');
    const { state, applied } = (answer?.result ?? {}) as { state?: string; applied?: number };
    return state === 'in sync' ? applied : undefined;
  }

  async close(): Promise<void> {
    this.disconnect();
    this.#control?.close();
    if (this.#daemon !== undefined) await end(this.#daemon, 'SIGKILL');
  }

  /** Its client is gone; the next action brings another one. */
  protected disconnect(): void {}

  async #start(): Promise<void> {
    this.#daemon = this.home.spawn();
    this.#control = await this.home.connect();
  }
}

/** Edited through the remote protocol, in the order of calls of the plugin that speaks it. */
export class RemoteMachine extends DaemonMachine {
  #client: RemoteClient | undefined;

  async append(path: string, text: string): Promise<void> {
    const client = await this.#connect();
    const { contentBase64: old, mtime } = await client.call('fs.readBinary', { path });
    const bytes = Buffer.concat([Buffer.from(old, 'base64'), Buffer.from(text)]);
    const contentBase64 = bytes.toString('base64');
    await client.call('fs.writeBinary', { path, contentBase64, expectedMtime: mtime });
  }

  async create(path: string, text: string): Promise<void> {
    const client = await this.#connect();
    const { exists } = await client.call('fs.exists', { path });
    if (exists) throw new Error('There is such a note.');
    await this.#makeParent(client, path);
    const contentBase64 = Buffer.from(text).toString('base64');
    await client.call('fs.writeBinary', { path, contentBase64 });
  }

  async remove(path: string): Promise<void> {
    await (await this.#connect()).call('fs.trashLocal', { path });
  }

  async rename(path: string, newPath: string): Promise<void> {
    const client = await this.#connect();
    await this.#makeParent(client, newPath);
    await client.call('fs.rename', { oldPath: path, newPath });
  }

  protected override disconnect(): void {
    this.#client?.close();
    this.#client = undefined;
  }

  async #makeParent(client: RemoteClient, path: string): Promise<void> {
    const folder = dirname(path);
    await client.call('fs.mkdir', { path: folder === '.' ? '' : folder, recursive: true });
  }

  async #connect(): Promise<RemoteClient> {
    const folder = join(this.home.env.HOME ?? '', '.obsidian-remote');
    const token = readFileSync(join(folder, 'token'), 'utf8').trim();
    const socket = join(folder, 'server.sock');
    this.#client ??= await connect({ socket, token });
    return this.#client;
  }
}

/** Edited by an agent over MCP. */
export class AgentMachine extends DaemonMachine {
  #session: McpSession | undefined;

  append(path: string, content: string): Promise<void> {
    return this.#call('append_to_note', { path, content });
  }

  create(path: string, content: string): Promise<void> {
    return this.#call('write_note', { path, content });
  }

  remove(path: string): Promise<void> {
    return this.#call('delete_note', { path });
  }

  rename(path: string, newPath: string): Promise<void> {
    return this.#call('move_note', { path, newPath });
  }

  protected override disconnect(): void {
    this.#session?.kill();
    this.#session = undefined;
  }

  async #call(name: string, input: unknown): Promise<void> {
    this.#session ??= await connectMcp(this.home);
    await this.#session.tool(name, input);
  }
}
