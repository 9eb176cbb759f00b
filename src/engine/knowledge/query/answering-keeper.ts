import type { PathPolicy } from '../../../contract/callers.ts';
import { limits } from '../../../contract/limits.ts';
import type { Policy } from '../../store/vault/policy.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { VaultSettings } from '../index/settings.ts';
import { Answering } from './answering.ts';
import { KeptFields } from './page/kept-fields.ts';
import type { QueryHubOptions } from './queries.ts';
import { loadCalendars } from './values/calendars.ts';

/** What was worked out for callers, kept as long as somebody asks. Those with the same rules share it. */
export class AnsweringKeeper {
  readonly #options: QueryHubOptions;
  readonly #byRules = new Map<string, Answering>();
  #kept = new KeptFields();
  /** Of the index, when the first of what is kept now was made. */
  #sinceEpoch = 0;
  #settings: VaultSettings | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: QueryHubOptions) {
    this.#options = options;
  }

  async use<T>(
    rules: PathPolicy,
    policy: Policy,
    work: (answering: Answering) => T | Promise<T>,
  ): Promise<T> {
    const { index, settings } = await this.#options.facts();
    this.#settings = settings;
    await loadCalendars();
    if (this.#isStale(index)) this.#letGo(index);
    this.#letGoLater(index);
    try {
      return await work(this.#get(index, rules, policy));
    } finally {
      if (index.files.noteCount > limits.queryKeptPagesMax) this.#letGo(index);
    }
  }

  forget(): void {
    this.#byRules.clear();
    this.#kept = new KeptFields();
  }

  close(): void {
    clearTimeout(this.#idle);
    this.forget();
  }

  #get(index: NoteIndex, rules: PathPolicy, { mayRead }: Policy): Answering {
    const { readConfig, clock } = this.#options;
    const settings = () => {
      if (this.#settings === undefined) throw new Error('settings are read before anybody asks');
      return this.#settings;
    };
    const kept = this.#kept;
    const make = () => new Answering({ index, mayRead, settings, readConfig, clock, kept });
    // What is shared with assistants may change at any time, so nothing is kept for them.
    if (dependsOnSharing(rules)) return make();
    const key = JSON.stringify(rules);
    const answering = this.#byRules.get(key) ?? make();
    // The one that was used last comes last.
    this.#byRules.delete(key);
    this.#byRules.set(key, answering);
    const [oldest] = this.#byRules.keys();
    if (this.#byRules.size > limits.queryCallersMax && oldest !== undefined)
      this.#byRules.delete(oldest);
    return answering;
  }

  /** There is no room, and much of what takes it may be of notes as they were. */
  #isStale({ epoch }: NoteIndex): boolean {
    return this.#kept.isFull && epoch - this.#sinceEpoch > limits.queryStaleChangesMax;
  }

  #letGo(index: NoteIndex): void {
    this.forget();
    this.#sinceEpoch = index.epoch;
    index.releasePages();
  }

  #letGoLater(index: NoteIndex): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#letGo(index), limits.queryKeepMs).unref();
  }
}

function dependsOnSharing({ sharedOnly, within }: PathPolicy): boolean {
  return sharedOnly === true || (within !== undefined && dependsOnSharing(within));
}
