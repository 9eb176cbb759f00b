import jsonLogic from 'json-logic-js';
import { limits } from '../../../../contract/limits.ts';
import type { QueryBudget } from '../budget.ts';
import type { Patterns } from '../patterns.ts';
import { EvalFailure } from '../values/failure.ts';

interface Running {
  readonly budget: QueryBudget;
  readonly patterns: Patterns;
}

/** The library keeps one table of operators, so the budget of a rule is set for each call. */
let running: Running | undefined;

/** Evaluates a rule on one document. */
export function applyRule(rule: unknown, data: unknown, by: Running): unknown {
  running = by;
  try {
    return jsonLogic.apply(rule, data);
  } finally {
    running = undefined;
  }
}

/** Operators that call a rule for each element of a list. */
export const iterators: ReadonlySet<string> = new Set([
  'all',
  'filter',
  'map',
  'none',
  'reduce',
  'some',
]);

export const operatorNames: ReadonlySet<string> = new Set([
  ...iterators,
  ...'var missing missing_some if ?: == === != !== ! !! or and > >= < <= max min'.split(' '),
  ...'+ - * / % merge in cat substr log glob regexp'.split(' '),
]);

/** Whether a text matches a pattern in which only `*` is special: it stands for anything. */
function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return text.length === first.length;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

jsonLogic.add_operation('glob', (pattern, text) =>
  typeof pattern === 'string' && typeof text === 'string' ? matchesGlob(pattern, text) : false,
);
jsonLogic.add_operation('regexp', (source, text) => {
  if (typeof source !== 'string' || typeof text !== 'string') return false;
  return running?.patterns.compile(source, '').test(text) ?? false;
});
// The library prints here, and the output of the process may be a protocol.
jsonLogic.add_operation('log', (value) => value);
jsonLogic.add_operation('var', function (path, otherwise = null) {
  running?.budget.spend();
  return path === undefined || path === '' || path === null
    ? this
    : readPath(this, String(path), otherwise);
});
// A rule can double a value again and again, so what grows has a limit.
jsonLogic.add_operation('merge', (...lists) => {
  running?.budget.spend();
  const merged = lists.flat(1);
  if (merged.length > limits.queryListMax) throw tooMuch('list');
  return merged;
});
jsonLogic.add_operation('cat', (...parts) => {
  running?.budget.spend();
  const text = parts.join('');
  if (text.length > limits.queryTextMax) throw tooMuch('text');
  return text;
});

/** Follows a path of names through what values have themselves, never through what they inherit. */
function readPath(data: unknown, path: string, otherwise: unknown): unknown {
  let value = data;
  for (const name of path.split('.')) {
    const owner: unknown = value === null || value === undefined ? {} : Object(value);
    if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name))
      return otherwise;
    value = Reflect.get(owner, name);
    if (value === undefined) return otherwise;
  }
  return value;
}

function tooMuch(what: string): EvalFailure {
  return new EvalFailure('runtime', `A ${what} in the rule grows too long.`);
}
