import { boundedText, checkTextLength } from '../values/bounded.ts';
import type { Env } from '../values/env.ts';
import type { Value } from '../values/value.ts';
import { defineAll, type FunctionForms } from './define.ts';

/** Functions on texts. */
export const texts = defineAll({
  containsword: overPair((text, word) =>
    new RegExp(`\\b${escapePattern(word)}\\b`, 'i').test(text),
  ),
  endswith: overPair((text, part) => text.endsWith(part)),
  lower: (forms) => forms.one('string', (text) => text.toLocaleLowerCase()).each(1),
  padleft: padding((text, length, by) => text.padStart(length, by)),
  padright: padding((text, length, by) => text.padEnd(length, by)),
  /** The whole text must match, unless the pattern says itself where it starts or ends. */
  regexmatch: matching((source) =>
    source.startsWith('^') || source.endsWith('$') ? source : `^${source}$`,
  ),
  regexreplace: (forms) =>
    forms
      .three('string', 'string', 'string', (text, source, by, { patterns }) =>
        boundedText(patterns.compile(source, 'g').replace(text, by)),
      )
      .each(3),
  regextest: matching((source) => source),
  replace: (forms) =>
    forms
      .three('string', 'string', 'string', (text, old, by) => {
        const parts = text.split(old);
        checkTextLength(text.length + parts.length * by.length);
        return parts.join(by);
      })
      .each(3),
  split: (forms) =>
    forms
      .two('string', 'string', (text, source, { patterns }) =>
        patterns.compile(source, '').split(text),
      )
      .three('string', 'string', 'number', (text, source, limit, { patterns }) =>
        patterns.compile(source, '').split(text, limit),
      )
      .nullOnNull(2)
      .nullOnNull(3),
  startswith: overPair((text, part) => text.startsWith(part)),
  substring: (forms) =>
    forms
      .two('string', 'number', (text, start) => text.substring(start))
      .three('string', 'number', 'number', (text, start, end) => text.substring(start, end))
      .each(2)
      .each(3),
  truncate: (forms) =>
    forms
      .three('string', 'number', 'string', cut)
      .two('string', 'number', (text, length) => cut(text, length, '...'))
      .each(2)
      .each(3),
  upper: (forms) => forms.one('string', (text) => text.toLocaleUpperCase()).each(1),
});

function overPair(run: (a: string, b: string, env: Env) => Value) {
  return (forms: FunctionForms) => forms.two('string', 'string', run).each(2);
}

/** Nothing matches no pattern. */
function matching(toSource: (source: string) => string) {
  return (forms: FunctionForms) =>
    forms
      .two('string', 'string', (source, text, { patterns }) =>
        patterns.compile(toSource(source), '').test(text),
      )
      .two('null', 'any', () => false)
      .two('any', 'null', () => false)
      .maps(2, 0, 1);
}

function padding(pad: (text: string, length: number, by: string) => string) {
  return (forms: FunctionForms) =>
    forms
      .two('string', 'number', (text, length) => pad(text, checkTextLength(length), ' '))
      .three('string', 'number', 'string', (text, length, by) =>
        pad(text, checkTextLength(length), by),
      )
      .each(2)
      .each(3);
}

/** Cuts whenever the suffix would not fit behind, so a text of exactly this length is cut too. */
function cut(text: string, length: number, suffix: string): string {
  if (text.length <= length - suffix.length) return text;
  return text.substring(0, Math.max(0, length - suffix.length)) + suffix;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
