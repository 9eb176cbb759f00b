import { setTimeout as wait } from 'node:timers/promises';
import type { PathPolicy } from '../../../contract/callers.ts';
import { pathsOf } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import type { Policy } from '../../store/vault/policy.ts';
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
      const using = async <T>(work: (runner: QueryRunner) => T | Promise<T>): Promise<T> =>
        (await load()).use(rules, policy, work);
      const ask = (question: Question, asking: AskOptions = {}): Promise<Reply> =>
        using((runner) => runner.ask(question, asking));
      return {
        ask,
        bases: () => using((runner) => runner.bases()),
        rule: (logic, asking = {}) => using((runner) => runner.ruleHits(logic, asking)),
        dql: (text, asking = {}) => using((runner) => runner.queryHits(text, asking)),
        async askAgain(question, version, { waitMs, ...asking }) {
          const endsAt = clock.now() + waitMs;
          for (;;) {
            // Listening comes first, so that no change falls between the answer and the wait.
            const changed = new AbortController();
            const stopListening = changes.on(() => changed.abort());
            try {
              const reply = await ask(question, asking);
              if (reply.version !== version) return reply;
              const leftMs = Math.max(0, endsAt - clock.now());
              if (!(await isChangedWithin(changed.signal, leftMs, asking.signal))) return undefined;
            } finally {
              stopListening();
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

/** True after a change, a little later so that a burst counts once; false when the time is over. */
async function isChangedWithin(
  changed: AbortSignal,
  waitMs: number,
  cancelled: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  try {
    await wait(waitMs, undefined, { signal: AbortSignal.any([changed, cancelled]) });
    return false;
  } catch (thrown) {
    if (!changed.aborted) throw thrown;
    await wait(limits.queryBurstMs, undefined, { signal: cancelled });
    return true;
  }
}
