import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseVaultPath } from '../src/contract/paths.ts';
import { type Engine, openEngine } from '../src/engine/engine.ts';
import type { Ledger } from '../src/engine/store/ledger/ledger.ts';
import type { View } from '../src/engine/view.ts';
import type { Machine, Trouble } from './model.ts';
import { owner } from './support.ts';

export interface EngineMachineOptions {
  readonly name: string;
  /** Where its folder and its state are. */
  readonly base: string;
  readonly link: Trouble;
  /** A new way to the ledger, for each start. */
  connect(): Ledger;
}

/** A machine whose vaultd is an engine in this process. A kill is a close there: nothing else is cut short. */
export class EngineMachine implements Machine {
  readonly name: string;
  readonly root: string;
  readonly link: Trouble;
  readonly outsideOfTen = 5;
  readonly #options: EngineMachineOptions;
  #engine: Engine;
  #view: View;

  private constructor(options: EngineMachineOptions, root: string, engine: Engine) {
    this.name = options.name;
    this.root = root;
    this.link = options.link;
    this.#options = options;
    this.#engine = engine;
    this.#view = engine.as(owner);
  }

  static async open(options: EngineMachineOptions): Promise<EngineMachine> {
    const root = join(options.base, options.name);
    mkdirSync(root, { recursive: true });
    return new EngineMachine(options, root, await openShared(options, root));
  }

  async append(path: string, text: string): Promise<void> {
    await this.#view.vault.append(parseVaultPath(path), Buffer.from(text));
  }

  async create(path: string, text: string): Promise<void> {
    const expect = { absent: true } as const;
    await this.#view.vault.write(parseVaultPath(path), Buffer.from(text), { expect });
  }

  async remove(path: string): Promise<void> {
    await this.#view.vault.remove(parseVaultPath(path));
  }

  async rename(path: string, newPath: string): Promise<void> {
    await this.#view.vault.rename(parseVaultPath(path), parseVaultPath(newPath));
  }

  async kill(): Promise<void> {
    await this.close();
    this.#engine = await openShared(this.#options, this.root);
    this.#view = this.#engine.as(owner);
  }

  async settle(): Promise<number | undefined> {
    const { sharing } = this.#engine;
    try {
      await sharing?.syncAll();
    } catch {
      return undefined;
    }
    const status = sharing?.status();
    return status?.state === 'in sync' ? status.applied : undefined;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

function openShared({ name, base, connect }: EngineMachineOptions, root: string): Promise<Engine> {
  return openEngine({
    root,
    stateDir: join(base, `${name}-state`),
    durability: 'rename',
    live: true,
    ledger: { ledger: connect(), machine: { id: name, name }, waitMs: 200 },
  });
}
