import { boundedText, checkTextLength } from '../values/bounded-text.ts';
import type { Env } from '../values/env.ts';
import type { Value } from '../values/value.ts';
import { type FunctionForms, forms, type QueryFunction } from './define.ts';

const lower = textForm('lower', (text) => text.toLocaleLowerCase());
const upper = textForm('upper', (text) => text.toLocaleUpperCase());

function textForm(name: string, change: (text: string) => string): QueryFunction {
  return forms(name)
    .one('string', change)
    .one('null', () => null)
    .maps(1, 0)
    .build();
}

const pairForm = (name: string, run: (a: string, b: string, env: Env) => Value): FunctionForms =>
  forms(name).two('string', 'string', run).maps(2, 0, 1);

const containsWord = pairForm('containsword', (text, word) =>
  new RegExp(`\\b${escapePattern(word)}\\b`, 'i').test(text),
);
const startsWith = pairForm('startswith', (text, part) => text.startsWith(part));
const endsWith = pairForm('endswith', (text, part) => text.endsWith(part));

const regexTest = pairForm('regextest', (source, text, { patterns }) =>
  patterns.compile(source, '').test(text),
);
/** The whole text must match, unless the pattern says itself where it starts or ends. */
const regexMatch = pairForm('regexmatch', (source, text, { patterns }) => {
  const anchored = source.startsWith('^') || source.endsWith('$') ? source : `^${source}$`;
  return patterns.compile(anchored, '').test(text);
});
const falseOnNull = (description: FunctionForms): QueryFunction =>
  description
    .two('null', 'any', () => false)
    .two('any', 'null', () => false)
    .build();

const regexReplace = forms('regexreplace')
  .three('string', 'string', 'string', (text, source, by, { patterns }) =>
    boundedText(patterns.compile(source, 'g').replace(text, by)),
  )
  .nullOnNull(3)
  .maps(3, 0, 1, 2)
  .build();

const replace = forms('replace')
  .three('string', 'string', 'string', (text, old, by) => {
    const parts = text.split(old);
    checkTextLength(text.length + parts.length * by.length);
    return parts.join(by);
  })
  .nullOnNull(3)
  .maps(3, 0, 1, 2)
  .build();

const split = forms('split')
  .two('string', 'string', (text, source, { patterns }) => patterns.compile(source, '').split(text))
  .three('string', 'string', 'number', (text, source, limit, { patterns }) =>
    patterns.compile(source, '').split(text, limit),
  )
  .nullOnNull(2)
  .nullOnNull(3)
  .build();

function padding(
  name: string,
  pad: (text: string, length: number, by: string) => string,
): QueryFunction {
  return forms(name)
    .two('string', 'number', (text, length) => pad(text, checkTextLength(length), ' '))
    .three('string', 'number', 'string', (text, length, by) =>
      pad(text, checkTextLength(length), by),
    )
    .nullOnNull(2)
    .nullOnNull(3)
    .maps(2, 0, 1)
    .maps(3, 0, 1, 2)
    .build();
}

const substring = forms('substring')
  .two('string', 'number', (text, start) => text.substring(start))
  .three('string', 'number', 'number', (text, start, end) => text.substring(start, end))
  .nullOnNull(2)
  .nullOnNull(3)
  .maps(2, 0, 1)
  .maps(3, 0, 1, 2)
  .build();

const truncate = forms('truncate')
  .three('string', 'number', 'string', cut)
  .two('string', 'number', (text, length) => cut(text, length, '...'))
  .nullOnNull(2)
  .nullOnNull(3)
  .maps(2, 0, 1)
  .maps(3, 0, 1, 2)
  .build();

/** Functions on texts. */
export const texts: Readonly<Record<string, QueryFunction>> = {
  containsword: containsWord.nullOnNull(2).build(),
  endswith: endsWith.nullOnNull(2).build(),
  lower,
  padleft: padding('padleft', (text, length, by) => text.padStart(length, by)),
  padright: padding('padright', (text, length, by) => text.padEnd(length, by)),
  regexmatch: falseOnNull(regexMatch),
  regexreplace: regexReplace,
  regextest: falseOnNull(regexTest),
  replace,
  split,
  startswith: startsWith.nullOnNull(2).build(),
  substring,
  truncate,
  upper,
};

/** Cuts whenever the suffix would not fit behind, so a text of exactly this length is cut too. */
function cut(text: string, length: number, suffix: string): string {
  if (text.length <= length - suffix.length) return text;
  return text.substring(0, Math.max(0, length - suffix.length)) + suffix;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
