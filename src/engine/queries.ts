import type { Clock } from '../kit/clock.ts';
import type { Known } from './knowing.ts';
import { toPlain } from './query/bases/text.ts';
import { Budget, type BudgetOptions } from './query/budget.ts';
import { parseQuery } from './query/dql/parse.ts';
import type { QueryAnswer } from './query/dql/result.ts';
import { runQuery } from './query/dql/run.ts';
import { queryFailed } from './query/dql/step-errors.ts';
import { createEnv } from './query/env.ts';
import { type RuleHit, runRule } from './query/jsonlogic/run.ts';
import { Pages } from './query/page/pages.ts';
import { guardedPatterns } from './query/patterns.ts';
import { finishInSlices } from './query/slices.ts';
import { isLink, type Value, WidgetValue } from './query/values/value.ts';

/** Questions about notes in the languages that agents speak, over what one caller may know. */
export interface Queries {
  /** A JSONLogic rule, asked about every note. */
  rule(rule: unknown, options: BudgetOptions): Promise<RuleHit[]>;
  /** A Dataview query, one hit per row: the note it speaks of, and the columns by name. */
  dql(query: string, options: BudgetOptions): Promise<RuleHit[]>;
}

const patterns = guardedPatterns();

export function createQueries(known: () => Promise<Known>, clock: Clock): Queries {
  return {
    async rule(rule, options) {
      const { pages: source } = await known();
      const budget = new Budget(options);
      return finishInSlices(runRule(rule, { source, patterns, budget }), budget);
    },
    async dql(query, options) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const pages = new Pages((await known()).pages, zone);
      const nowMs = clock.now();
      const env = createEnv({ ...options, pages, patterns, from: '', nowMs });
      const parsed = parseQuery(query, { nowMs, zone });
      const { answer } = await finishInSlices(
        runQuery(parsed, { pages, env, from: '' }),
        env.budget,
      );
      return toHits(answer);
    },
  };
}

function toHits(answer: QueryAnswer): RuleHit[] {
  if (answer.type === 'list') return answer.values.map(toListHit);
  if (answer.type !== 'table') {
    throw queryFailed('Only TABLE and LIST have rows that can be listed as hits.');
  }
  return answer.values.map((row) => {
    const [id = null] = row;
    const hasId = isLink(id);
    const cells = answer.headers.map((name, at): [string, unknown] => [
      name,
      toPlain(row[at] ?? null),
    ]);
    return {
      filename: hasId ? id.path : '',
      result: Object.fromEntries(hasId ? cells.slice(1) : cells),
    };
  });
}

function toListHit(value: Value): RuleHit {
  if (value instanceof WidgetValue)
    return { filename: toName(value.key), result: toPlain(value.value) };
  return { filename: toName(value), result: isLink(value) ? true : toPlain(value) };
}

function toName(id: Value): string {
  return isLink(id) ? id.path : '';
}
