import { setFlagsFromString } from 'node:v8';
import { limits } from '../../../contract/limits.ts';
import { regexStepsMax } from '../search/regex/regex-cost.ts';
import { parseRegexSyntax } from '../search/regex/regex-syntax.ts';
import { PatternThread } from './pattern-thread.ts';
import { type PatternResult, type PatternTask, runPattern } from './run-pattern.ts';
import { EvalFailure } from './values/failure.ts';

/** A regular expression from a query, guarded against endless matching. */
export interface Pattern {
  test(text: string): boolean;
  replace(text: string, by: string): string;
  /** Captures stand between the parts; those that took no part are empty. */
  split(text: string, limit?: number): string[];
}

/** How the patterns of queries are run. */
export interface Patterns {
  compile(source: string, flags: string): Pattern;
}

/**
 * Most patterns run right here: V8 can finish them in linear time, and is set to do so once it
 * notices that backtracking gets out of hand. Those that need backtracking (lookaround, references
 * to groups) run here only if they are proven to be short, else in a thread that can be ended.
 */
export function guardedPatterns(thread = new PatternThread()): Patterns {
  const known = new Map<string, Pattern>();
  return {
    compile(source, flags) {
      const key = `${flags}/${source}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      allowLinearMatching();
      const pattern = toPattern(compileNative(source, flags), thread);
      if (known.size >= limits.queryPatternsMax) known.clear();
      known.set(key, pattern);
      return pattern;
    },
  };
}

function toPattern(native: RegExp, thread: PatternThread): Pattern {
  const isLinear = canRunLinearly(native);
  const syntax = isLinear ? undefined : parseRegexSyntax(native.source, native.flags);
  const mayRunHere = (text: string): boolean =>
    isLinear || regexStepsMax(syntax, text.length) <= limits.regexInlineStepsMax;
  const run = (text: string, task: PatternTask): PatternResult =>
    mayRunHere(text) ? runPattern(native, text, task) : thread.run(native, text, task);
  return {
    test: (text) => run(text, { kind: 'test' }) === true,
    replace: (text, by) => String(run(text, { kind: 'replace', by })),
    split: (text, limit) => {
      const parts = run(text, { kind: 'split', limit });
      return Array.isArray(parts) ? parts : [];
    },
  };
}

function compileNative(source: string, flags: string): RegExp {
  if (source.length > limits.regexLengthMax) {
    throw new EvalFailure('runtime', 'The regular expression is too long.');
  }
  try {
    return new RegExp(source, flags);
  } catch (thrown) {
    throw new EvalFailure(
      'runtime',
      thrown instanceof Error ? `${thrown.message}.` : 'Bad pattern.',
    );
  }
}

/** V8 takes the flag `l` only for patterns that it can run in linear time. */
function canRunLinearly({ source, flags }: RegExp): boolean {
  try {
    return new RegExp(source, `${flags.replace('g', '')}l`) !== null;
  } catch {
    return false;
  }
}

function allowLinearMatching(): void {
  setFlagsFromString('--enable-experimental-regexp-engine');
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
}
