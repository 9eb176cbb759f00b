import { boundedText, repeatedText } from '../values/bounded.ts';
import { EvalFailure } from '../values/failure.ts';
import type { Value } from '../values/value.ts';
import { type MethodTable, numberOr } from './method.ts';
import { baseText } from './text.ts';
import { RegexpValue } from './values.ts';

const holds = (text: string, part: Value): boolean =>
  text.toLowerCase().includes(baseText(part).toLowerCase());

export const textMethods: MethodTable<string> = {
  contains: (text, [part = null]) => holds(text, part),
  containsAll: (text, parts) => parts.flat().every((part) => holds(text, part)),
  containsAny: (text, parts) => parts.flat().some((part) => holds(text, part)),
  endsWith: (text, [part = null]) => text.endsWith(baseText(part)),
  lower: (text) => text.toLowerCase(),
  repeat: (text, [count]) => repeated(text, numberOr(count, 0)),
  replace: (text, [what = null, by = null], { env }) => {
    const replacement = baseText(by);
    if (!(what instanceof RegexpValue))
      return boundedText(text.split(baseText(what)).join(replacement));
    return boundedText(env.patterns.compile(what.source, what.flags).replace(text, replacement));
  },
  reverse: (text) => [...text].reverse().join(''),
  slice: (text, [start, end]) => text.slice(numberOr(start, 0), numberOr(end, undefined)),
  split: (text, [separator = null, count], { env }) => {
    const limit = numberOr(count, undefined);
    if (!(separator instanceof RegexpValue)) return text.split(baseText(separator), limit);
    return env.patterns.compile(separator.source, separator.flags).split(text, limit);
  },
  startsWith: (text, [part = null]) => text.startsWith(baseText(part)),
  title: (text) => text.replace(/(^|\s)(\S)/g, (_, blank, letter) => blank + letter.toUpperCase()),
  trim: (text) => text.trim(),
  upper: (text) => text.toUpperCase(),
};

export const regexpMethods: MethodTable<RegexpValue> = {
  matches: ({ source, flags }, [text = null], { env }) =>
    env.patterns.compile(source, flags).test(baseText(text)),
};

function repeated(text: string, count: number): string {
  if (count < 0)
    throw new EvalFailure('runtime', 'A text cannot be repeated a negative number of times.');
  return repeatedText(text, count);
}
