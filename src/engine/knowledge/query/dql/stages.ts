import { compile, type Scope } from '../expression/compile.ts';
import { PageValue } from '../page/pages.ts';
import { SortedRows } from '../sorted-rows.ts';
import { compareValues, isEqual } from '../values/compare.ts';
import { EvalFailure } from '../values/failure.ts';
import { fileLink } from '../values/link.ts';
import { TextBudget } from '../values/text-budget.ts';
import {
  emptyObject,
  isList,
  isTruthy,
  newRecord,
  type ObjectValue,
  OverlayValue,
  RecordValue,
  type Value,
} from '../values/value.ts';
import type { QueryStep } from './ast.ts';
import { queryFailed, StepErrors } from './step-errors.ts';

/** What a row is called. A page is called by its link, which is made only for rows that arrive. */
export function idOf(data: ObjectValue, id: Value | undefined): Value {
  if (id !== undefined) return id;
  return data instanceof PageValue ? fileLink(data.page.path) : null;
}

/** A row that has to wait: what expressions see, and what it is called. */
interface Row {
  readonly data: ObjectValue;
  readonly id: Value | undefined;
}

/** One stop of the way. */
export interface RowStage {
  /** Takes a row. Says whether more rows are wanted. */
  push(data: ObjectValue, id: Value | undefined): boolean;
  /** No more rows come. */
  end(): void;
}

type StepOf<K extends QueryStep['kind']> = Extract<QueryStep, { kind: K }>;

/** Puts the stages of the steps in front of the last one, in the order in which they were written. */
export function buildStages(steps: readonly QueryStep[], last: RowStage, scope: Scope): RowStage {
  return steps.reduceRight((next, step, at) => buildStage(step, next, scope, steps[at + 1]), last);
}

function buildStage(
  step: QueryStep,
  next: RowStage,
  scope: Scope,
  following?: QueryStep,
): RowStage {
  switch (step.kind) {
    case 'where':
      return filterStage(step, next, scope);
    case 'sort':
      return sortStage(step, next, scope, keptBy(following, scope));
    case 'limit':
      return limitStage(limitOf(step, scope), next);
    case 'group':
      return groupStage(step, next, scope);
    case 'flatten':
      return flattenStage(step, next, scope);
    case 'from':
      throw queryFailed('FROM belongs right behind the first line of the query, and only once.');
  }
}

function filterStage({ condition }: StepOf<'where'>, next: RowStage, scope: Scope): RowStage {
  const test = compile(condition, scope);
  const errors = new StepErrors('WHERE');
  return {
    push(data, id) {
      const isWanted = errors.guard(() => isTruthy(test(data)));
      return isWanted !== true || next.push(data, id);
    },
    end() {
      errors.check();
      next.end();
    },
  };
}

interface Keyed extends Row {
  readonly keys: readonly Value[];
}

/** How many rows a sort has to keep for a LIMIT right behind it. */
function keptBy(following: QueryStep | undefined, scope: Scope): number {
  const limit = following?.kind === 'limit' ? limitOf(following, scope) : -1;
  return limit >= 0 ? limit : Number.POSITIVE_INFINITY;
}

function sortStage({ keys }: StepOf<'sort'>, next: RowStage, scope: Scope, kept: number): RowStage {
  const readers = keys.map(({ expression }) => compile(expression, scope));
  const errors = new StepErrors('SORT');
  const rows = new SortedRows<Keyed>(keys, kept, (a, b, isDescending) => {
    const order = compareValues(a, b, scope.env);
    return isDescending ? -order : order;
  });
  return {
    push(data, id) {
      const values = errors.guard(() => readers.map((read) => read(data)));
      if (values !== undefined) rows.add({ data, id, keys: values });
      return true;
    },
    end() {
      errors.check();
      passOn(rows.list(), next);
    },
  };
}

function limitOf({ amount }: StepOf<'limit'>, scope: Scope): number {
  try {
    const value = compile(amount, scope)(emptyObject);
    if (typeof value === 'number') return Number.isNaN(value) ? 0 : Math.trunc(value);
  } catch (thrown) {
    if (!(thrown instanceof EvalFailure)) throw thrown;
    throw queryFailed(`LIMIT failed: ${thrown.message}`);
  }
  throw queryFailed('LIMIT takes a number.');
}

/** A negative limit leaves out that many of the last rows. */
function limitStage(limit: number, next: RowStage): RowStage {
  return limit < 0 ? dropLast(-limit, next) : takeFirst(limit, next);
}

function takeFirst(limit: number, next: RowStage): RowStage {
  let count = 0;
  return {
    push(data, id) {
      // Rows are asked for even beyond a limit of zero: only they show that an earlier step fails.
      if (count >= limit) return true;
      count++;
      return next.push(data, id) && count < limit;
    },
    end: () => next.end(),
  };
}

function dropLast(count: number, next: RowStage): RowStage {
  const held: Row[] = [];
  return {
    push(data, id) {
      held.push({ data, id });
      const first = held.length > count ? held.shift() : undefined;
      return first === undefined || next.push(first.data, first.id);
    },
    end: () => next.end(),
  };
}

function groupStage({ by }: StepOf<'group'>, next: RowStage, scope: Scope): RowStage {
  const key = compile(by.expression, scope);
  const errors = new StepErrors('GROUP BY');
  const budget = new TextBudget();
  const rows: { data: ObjectValue; key: Value }[] = [];
  return {
    push(data) {
      const value = errors.guard(() => key(data));
      if (value === undefined) return true;
      budget.add(value);
      rows.push({ data, key: value });
      return true;
    },
    end() {
      errors.check();
      rows.sort((a, b) => compareValues(a.key, b.key, scope.env));
      passOn(
        mergeEqual(rows, scope).map((group) => toGroupRow(group, by.name)),
        next,
      );
    },
  };
}

interface Group {
  readonly key: Value;
  readonly rows: ObjectValue[];
}

function mergeEqual(rows: readonly { data: ObjectValue; key: Value }[], scope: Scope): Group[] {
  const groups: Group[] = [];
  let previous: Value | undefined;
  for (const { data, key } of rows) {
    if (previous !== undefined && isEqual(key, previous, scope.env)) groups.at(-1)?.rows.push(data);
    else groups.push({ key, rows: [data] });
    previous = key;
  }
  return groups;
}

function toGroupRow({ key, rows }: Group, name: string): Row {
  const members = newRecord();
  Object.assign(members, { key, rows });
  members[name] = key;
  return { id: key, data: new RecordValue(members) };
}

function flattenStage({ field }: StepOf<'flatten'>, next: RowStage, scope: Scope): RowStage {
  const read = compile(field.expression, scope);
  const names = [field.name];
  const errors = new StepErrors('FLATTEN');
  return {
    push(data, givenId) {
      const value = errors.guard(() => read(data));
      if (value === undefined) return true;
      const id = idOf(data, givenId);
      for (const element of isList(value) ? value : [value]) {
        scope.env.budget.spend();
        if (!next.push(new OverlayValue(data, names, [element]), id)) return false;
      }
      return true;
    },
    end() {
      errors.check();
      next.end();
    },
  };
}

function passOn(rows: readonly Row[], next: RowStage): void {
  for (const { data, id } of rows) if (!next.push(data, id)) break;
  next.end();
}
