import { DateValue, stripTime } from '../values/date.ts';
import { EvalFailure } from '../values/failure.ts';
import { locale } from '../values/locale.ts';
import { toText } from '../values/text.ts';
import { isTruthy, typeOf } from '../values/value.ts';
import { define, defineAll, type FunctionForms, type QueryFunction } from './define.ts';
import { stripMarkdown } from './strip-markdown.ts';

const display: QueryFunction = define('display', (forms) =>
  forms
    .one('null', () => '')
    .one('array', (list, env) => list.map((element) => display([element], env)).join(', '))
    .one('string', stripMarkdown)
    .one('link', (link, env) =>
      link.display
        ? display([link.display], env)
        : link.markdown().replace(/\[\[.*\|(.*)\]\]/, '$1'),
    )
    .one('any', (value, env) => toText(value, env)),
);

const orElse = (forms: FunctionForms) =>
  forms.two('any', 'any', (value, other) => (value === null ? other : value));

/** Everything else. */
export const others: Readonly<Record<string, QueryFunction>> = {
  display,
  ...defineAll({
    choice: (forms) =>
      forms
        .three('any', 'any', 'any', (condition, yes, no) => (isTruthy(condition) ? yes : no))
        .maps(3, 0),
    currencyformat: (forms) =>
      forms
        .two('number', 'string', toCurrency)
        .two('null', 'string', () => null)
        .one('number', (amount) => toCurrency(amount, 'USD'))
        .nullOnNull(1)
        .maps(2, 0),
    dateformat: (forms) =>
      forms
        .two('date', 'string', (date, format) => date.calendar().toFormat(format, { locale }))
        .two('null', 'string', () => null)
        .maps(2, 0),
    default: (forms) => orElse(forms).maps(2, 0, 1),
    durationformat: (forms) =>
      forms
        .two('duration', 'string', (duration, format) => duration.toLuxon().toFormat(format))
        .two('null', 'string', () => null)
        .maps(2, 0),
    hash: (forms) =>
      forms
        .two('string', 'number', (seed, variant) => cyrb53(seed, variant))
        .two('string', 'string', (seed, text) => cyrb53(seed + text, 0))
        .three('string', 'string', 'number', (seed, text, variant) => cyrb53(seed + text, variant)),
    ldefault: orElse,
    localtime: (forms) =>
      forms.one('date', (date, { zone }) => new DateValue(date.ms, zone)).each(1),
    striptime: (forms) =>
      forms.one('date', (date, { zone }) => stripTime(date, zone) ?? null).each(1),
    typeof: (forms) => forms.one('any', typeOf),
  }),
};

function toCurrency(amount: number, currency: string): string {
  if (!/^[A-Za-z]{3}$/.test(currency)) {
    throw new EvalFailure('runtime', `"${currency}" is not a currency code.`);
  }
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}

/** The 53-bit string hash that Dataview uses, so that shuffles by hash stay the same. */
function cyrb53(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
