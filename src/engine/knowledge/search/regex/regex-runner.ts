import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { ThreadPool } from '../../../../kit/thread-pool.ts';
import type { Regex } from './regex.ts';
import { regexStepsMax } from './regex-cost.ts';
import {
  type RegexAnswers,
  type RegexCorpus,
  type RegexFound,
  type RegexInputs,
  type RegexKind,
  type RegexReplaced,
  runRegexJob,
  textLengths,
} from './regex-jobs.ts';
import type { RegexRequest } from './regex-worker.ts';

export interface RegexRunOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Runs users' regular expressions where they cannot stop the daemon. */
export interface RegexRunner {
  /** For each text, whether the pattern is in it. */
  test(regex: Regex, corpus: RegexCorpus, options?: RegexRunOptions): Promise<readonly boolean[]>;
  /** For each text, its first `max` matches and their total. */
  find(
    regex: Regex,
    corpus: RegexCorpus,
    max: number,
    options?: RegexRunOptions,
  ): Promise<readonly RegexFound[]>;
  /** All matches replaced, or the first; `$1` and the like as in JavaScript. */
  replace(
    regex: Regex,
    text: string,
    replacement: string,
    options?: RegexRunOptions & { readonly first?: boolean },
  ): Promise<RegexReplaced>;
  /** Ends the threads. Runs in flight fail as cancelled. */
  close(): Promise<void>;
}

/** True when a run over these texts is proven to be short, so that it may happen right here. */
export function isCheapRegex(regex: Regex, lengths: readonly number[]): boolean {
  let steps = 0;
  for (const length of lengths) {
    steps += regexStepsMax(regex.syntax, length);
    if (steps > limits.regexInlineStepsMax) return false;
  }
  return true;
}

export function createRegexRunner(): RegexRunner {
  const pool = new ThreadPool({
    entry: 'regex-worker',
    threadsMax: limits.regexWorkersMax,
    idleMs: limits.regexIdleMs,
  });
  const run = async <K extends RegexKind>(
    regex: Regex,
    kind: K,
    input: RegexInputs[K],
    options: RegexRunOptions = {},
  ): Promise<RegexAnswers[K]> => {
    options.signal?.throwIfAborted();
    const lengths = 'text' in input ? [input.text.length] : textLengths(input);
    return isCheapRegex(regex, lengths)
      ? runRegexJob(regex, kind, input)
      : runOutside(
          pool,
          { regex: { source: regex.source, flags: regex.flags }, kind, input },
          options,
        );
  };
  return {
    test: (regex, corpus, options) => run(regex, 'test', corpus, options),
    find: (regex, corpus, max, options) => run(regex, 'find', { ...corpus, max }, options),
    replace: (regex, text, replacement, { first = false, ...options } = {}) =>
      run(regex, 'replace', { text, replacement, first }, options),
    close: () =>
      pool.close(new VaultError('cancelled', 'The search was stopped because vaultd is closing.')),
  };
}

function runOutside<K extends RegexKind>(
  pool: ThreadPool,
  request: RegexRequest<K>,
  { timeoutMs = limits.regexMs, signal }: RegexRunOptions,
): Promise<RegexAnswers[K]> {
  return pool.run(request, { signal, timeout: { ms: timeoutMs, error: () => tooSlow(timeoutMs) } });
}

function tooSlow(timeoutMs: number): VaultError {
  return new VaultError(
    'timed-out',
    `The regular expression ran for ${timeoutMs / 1000} s without an end and was stopped.`,
    {
      reason: 'regex-timeout',
      hint: 'Make it more specific: repeats inside repeats, such as (a+)+, take endlessly long.',
    },
  );
}
