import type { PathPolicy } from '../../contract/callers.ts';
import type { VaultChange } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Emitter } from '../../kit/emitter.ts';
import type { VaultSettings } from '../index/settings.ts';
import type { Facts } from '../knowledge.ts';
import type { Policy } from '../vault/policy.ts';
import { Answering } from './answering.ts';
import { watchForChange } from './change-watch.ts';
import type { AskOptions, Queries, Question, Reply } from './questions.ts';
import { loadCalendars } from './values/calendars.ts';

export interface QueryHubOptions {
  readonly facts: () => Promise<Facts>;
  readonly changes: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  /** A JSON file of the configuration folder. */
  readonly readConfig: (name: string) => unknown;
  readonly clock: Clock;
}

/** Queries for all callers of a vault. */
export interface QueryHub {
  as(rules: PathPolicy, policy: Policy): Queries;
  close(): void;
}

const ignoreFile = '.vaultdignore';

export function createQueryHub(options: QueryHubOptions): QueryHub {
  const { changes, clock } = options;
  const keeper = new AnsweringKeeper(options);
  // The ignore file changes what callers may see, without a change of any note.
  const stop = changes.on((batch) => {
    if (batch.some((change) => pathsOf(change).includes(ignoreFile))) keeper.forget();
  });
  return {
    as(rules, policy) {
      const ask = async (question: Question, asking: AskOptions = {}): Promise<Reply> =>
        (await keeper.get(rules, policy)).ask(question, asking);
      return {
        ask,
        bases: async () => (await keeper.get(rules, policy)).bases(),
        rule: async (logic, asking = {}) =>
          (await keeper.get(rules, policy)).ruleHits(logic, asking),
        dql: async (text, asking = {}) => (await keeper.get(rules, policy)).queryHits(text, asking),
        async askAgain(question, version, { waitMs, ...asking }) {
          const endsAt = clock.now() + waitMs;
          for (;;) {
            // Listening comes first, so that no change falls between the answer and the wait.
            const watch = watchForChange(changes, endsAt - clock.now(), asking.signal);
            try {
              const reply = await ask(question, asking);
              if (reply.version !== version) return reply;
              if (!(await watch.happened())) return undefined;
            } finally {
              watch.stop();
            }
          }
        },
      };
    },
    close() {
      stop();
      keeper.close();
    },
  };
}

/** What was worked out for callers, kept as long as somebody asks. Those with the same rules share it. */
class AnsweringKeeper {
  readonly #options: QueryHubOptions;
  readonly #byRules = new Map<string, Answering>();
  #settings: VaultSettings | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: QueryHubOptions) {
    this.#options = options;
  }

  async get(rules: PathPolicy, { mayRead }: Policy): Promise<Answering> {
    const { facts, readConfig, clock } = this.#options;
    const { index, settings } = await facts();
    this.#settings = settings;
    this.#letGoLater(() => index.releasePages());
    await loadCalendars();
    const current = () => this.#settings ?? settings;
    const make = () => new Answering({ index, mayRead, settings: current, readConfig, clock });
    // What is shared with assistants may change at any time, so nothing is kept for them.
    if (dependsOnSharing(rules)) return make();
    const key = JSON.stringify(rules);
    const answering = this.#byRules.get(key) ?? make();
    this.#byRules.set(key, answering);
    return answering;
  }

  forget(): void {
    this.#byRules.clear();
  }

  close(): void {
    clearTimeout(this.#idle);
    this.forget();
  }

  #letGoLater(release: () => void): void {
    clearTimeout(this.#idle);
    const letGo = () => {
      this.forget();
      release();
    };
    this.#idle = setTimeout(letGo, limits.queryKeepMs).unref();
  }
}

function dependsOnSharing({ sharedOnly, within }: PathPolicy): boolean {
  return sharedOnly === true || (within !== undefined && dependsOnSharing(within));
}

function pathsOf(change: VaultChange): string[] {
  return change.kind === 'renamed' ? [change.path, change.newPath] : [change.path];
}
