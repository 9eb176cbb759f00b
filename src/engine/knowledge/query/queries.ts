import type { PathPolicy } from '../../../contract/callers.ts';
import { pathsOf } from '../../../contract/events.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import type { Policy } from '../../store/vault/policy.ts';
import { watchForChange } from './change-watch.ts';
import type { QueryRunner } from './query-runner.ts';
import type { QueryHubOptions, QueryRunnerCache } from './query-runner-cache.ts';
import type { AskOptions, Queries, Question, Reply } from './questions.ts';

/** Queries for all callers of a vault. */
export interface QueryHub {
  as(rules: PathPolicy, policy: Policy): Queries;
  close(): void;
}

const ignoreFile = parseVaultPath('.vaultdignore');

export function createQueryHub(options: QueryHubOptions): QueryHub {
  const { changes, clock } = options;
  let cache: Promise<QueryRunnerCache> | undefined;
  // Queries are a third of the engine's code, and most processes are never asked one.
  const load = (): Promise<QueryRunnerCache> => {
    cache ??= import('./query-runner-cache.ts').then(
      (module) => new module.QueryRunnerCache(options),
    );
    return cache;
  };
  // The ignore file changes what callers may see, without a change of any note.
  const stop = changes.on((batch) => {
    if (!batch.some((change) => pathsOf(change).includes(ignoreFile))) return;
    void cache?.then((loaded) => loaded.forget());
  });
  return {
    as(rules, policy) {
      const using = async <T>(work: (answering: QueryRunner) => T | Promise<T>): Promise<T> =>
        (await load()).use(rules, policy, work);
      const ask = (question: Question, asking: AskOptions = {}): Promise<Reply> =>
        using((answering) => answering.ask(question, asking));
      return {
        ask,
        bases: () => using((answering) => answering.bases()),
        rule: (logic, asking = {}) => using((answering) => answering.ruleHits(logic, asking)),
        dql: (text, asking = {}) => using((answering) => answering.queryHits(text, asking)),
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
      void cache?.then((loaded) => loaded.close());
    },
  };
}
