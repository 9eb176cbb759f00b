import type { PathPolicy } from '../../../contract/callers.ts';
import type { VaultChange } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Emitter } from '../../../kit/emitter.ts';
import type { Policy } from '../../store/vault/policy.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { VaultSettings } from '../index/settings.ts';
import type { Facts } from '../knowledge.ts';
import { FieldMemory } from './page/field-memory.ts';
import { QueryRunner } from './query-runner.ts';
import { loadCalendars } from './values/calendars.ts';

export interface QueryHubOptions {
  readonly facts: () => Promise<Facts>;
  readonly changes: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  /** A JSON file of the configuration folder. */
  readonly readConfig: (name: string) => unknown;
  readonly clock: Clock;
}

/** One runner for all callers with the same rules, cached while queries come in. */
export class QueryRunnerCache {
  readonly #options: QueryHubOptions;
  readonly #byRules = new Map<string, QueryRunner>();
  #fieldMemory = new FieldMemory();
  #settings: VaultSettings | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: QueryHubOptions) {
    this.#options = options;
  }

  async use<T>(
    rules: PathPolicy,
    policy: Policy,
    work: (runner: QueryRunner) => T | Promise<T>,
  ): Promise<T> {
    const { index, settings } = await this.#options.facts();
    this.#settings = settings;
    await loadCalendars();
    // When there is no room, much of what takes it may be of notes as they were.
    if (this.#fieldMemory.isFull) this.#release(index);
    this.#releaseWhenIdle(index);
    try {
      return await work(this.#get(index, rules, policy));
    } finally {
      if (index.files.noteCount > limits.queryKeptPagesMax) this.#release(index);
    }
  }

  forget(): void {
    this.#byRules.clear();
    this.#fieldMemory = new FieldMemory();
  }

  close(): void {
    clearTimeout(this.#idle);
    this.forget();
  }

  #get(index: NoteIndex, rules: PathPolicy, { mayRead }: Policy): QueryRunner {
    const { readConfig, clock } = this.#options;
    const settings = () => {
      if (this.#settings === undefined) throw new Error('The settings are read before any query.');
      return this.#settings;
    };
    const fieldMemory = this.#fieldMemory;
    const make = () =>
      new QueryRunner({ index, mayRead, settings, readConfig, clock, fieldMemory });
    // What is shared with assistants may change at any time, so nothing is cached for them.
    if (dependsOnSharing(rules)) return make();
    const key = JSON.stringify(rules);
    const runner = this.#byRules.get(key) ?? make();
    // The one that was used last comes last.
    this.#byRules.delete(key);
    this.#byRules.set(key, runner);
    const [oldest] = this.#byRules.keys();
    if (this.#byRules.size > limits.queryCallersMax && oldest !== undefined)
      this.#byRules.delete(oldest);
    return runner;
  }

  #release(index: NoteIndex): void {
    this.forget();
    index.releasePages();
  }

  #releaseWhenIdle(index: NoteIndex): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#release(index), limits.queryKeepMs).unref();
  }
}

function dependsOnSharing({ sharedOnly, within }: PathPolicy): boolean {
  return sharedOnly === true || (within !== undefined && dependsOnSharing(within));
}
