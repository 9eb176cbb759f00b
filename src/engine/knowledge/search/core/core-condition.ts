import { parseRegex, type Regex } from '../regex/regex.ts';
import { literalCondition } from '../regex/regex-literals.ts';
import { makeNeedle, type Needle } from '../text/needle.ts';
import type { Condition, NeedleSubject } from './condition.ts';
import type { CoreQuery } from './core-syntax.ts';

/** What the index can say of a query. */
export interface CoreCondition {
  /** Every note that fulfils the query fulfils this. */
  readonly condition: Condition;
  /** And the other way round. */
  readonly exact: boolean;
}

const anything: CoreCondition = { condition: { type: 'all', items: [] }, exact: false };

export function toCondition(
  query: CoreQuery,
  matchCase = false,
  subject: NeedleSubject = 'either',
): CoreCondition {
  switch (query.type) {
    case 'all':
    case 'any': {
      const items = query.items.map((item) => toCondition(item, matchCase, subject));
      return {
        condition: { type: query.type, items: items.map(({ condition }) => condition) },
        exact: items.every(({ exact }) => exact),
      };
    }
    case 'not': {
      const { condition, exact } = toCondition(query.item, matchCase, subject);
      return exact ? { condition: { type: 'not', item: condition }, exact } : anything;
    }
    case 'case':
      return toCondition(query.item, query.matchCase, subject);
    case 'text': {
      if (query.text === '') return { ...anything, exact: true };
      const needle = makeNeedle(query.text, { matchCase });
      return { condition: { type: 'needle', needle, subject }, exact: true };
    }
    case 'in':
      return toPlaceCondition(query, matchCase);
    // Names are not in the condition of a pattern.
    case 'pattern':
      return subject === 'text'
        ? { condition: literalCondition(toRegex(query.source, matchCase)), exact: false }
        : anything;
    case 'property':
      return anything;
  }
}

/** What is in a part of the text is in the text. */
function toPlaceCondition(
  { place, item }: Extract<CoreQuery, { type: 'in' }>,
  matchCase: boolean,
): CoreCondition {
  if (place === 'content') return toCondition(item, matchCase, 'text');
  if (place === 'file' || place === 'path' || place === 'tag') return anything;
  return { ...toCondition(withoutNots(item), matchCase, 'text'), exact: false };
}

/** A line without a word may well be in a note with it. */
function withoutNots(query: CoreQuery): CoreQuery {
  if (query.type === 'not') return { type: 'all', items: [] };
  if (query.type === 'all' || query.type === 'any') {
    return { type: query.type, items: query.items.map(withoutNots) };
  }
  return query.type === 'case' ? { ...query, item: withoutNots(query.item) } : query;
}

/** What can be shown of a note: texts and patterns that must be there. */
export function findAtoms(
  query: CoreQuery,
  matchCase = false,
): { needles: Needle[]; patterns: Regex[] } {
  switch (query.type) {
    case 'all':
    case 'any': {
      const parts = query.items.map((item) => findAtoms(item, matchCase));
      return {
        needles: parts.flatMap(({ needles }) => needles),
        patterns: parts.flatMap(({ patterns }) => patterns),
      };
    }
    case 'case':
      return findAtoms(query.item, query.matchCase);
    case 'text':
      if (query.text === '') return { needles: [], patterns: [] };
      return { needles: [makeNeedle(query.text, { matchCase })], patterns: [] };
    case 'pattern':
      return { needles: [], patterns: [toRegex(query.source, matchCase)] };
    case 'in':
      return query.place === 'tag' || query.place === 'path'
        ? { needles: [], patterns: [] }
        : findAtoms(query.item, matchCase);
    default:
      return { needles: [], patterns: [] };
  }
}

/** People think in lines, so anchors match at their ends. */
export function toRegex(source: string, matchCase: boolean): Regex {
  return parseRegex(source, matchCase ? 'm' : 'im');
}
