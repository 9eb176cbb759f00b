import { isDate } from '../values/date.ts';
import { DurationValue } from '../values/duration.ts';
import type { Value } from '../values/value.ts';
import type { Base, BaseProblem } from './base.ts';
import { type Cell, cellOf } from './columns.ts';
import type { BaseEnv, BaseRow } from './env.ts';
import { compileText } from './formulas.ts';
import { baseText } from './text.ts';
import { isBaseEmpty, numbersIn } from './types.ts';

type Summarize = (values: readonly Value[]) => Value;

const overNumbers =
  (run: (numbers: number[]) => number): Summarize =>
  (values) => {
    const numbers = numbersIn(values);
    return numbers.length === 0 ? null : run(numbers);
  };
const count =
  (test: (value: Value) => boolean): Summarize =>
  (values) =>
    values.filter(test).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b));
const greatest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b));

/** The summaries that every base knows, by lower-case name. */
const builtIn: Readonly<Record<string, Summarize>> = {
  average: overNumbers(mean),
  checked: count((value) => value === true),
  earliest: (values) => pickDate(values, (a, b) => a < b),
  empty: count(isBaseEmpty),
  filled: count((value) => !isBaseEmpty(value)),
  latest: (values) => pickDate(values, (a, b) => a > b),
  max: overNumbers(greatest),
  median: overNumbers(median),
  min: overNumbers(least),
  range: (values) =>
    values.some(isDate)
      ? rangeOfDates(values)
      : overNumbers((numbers) => greatest(numbers) - least(numbers))(values),
  stddev: overNumbers((numbers) => {
    const middle = mean(numbers);
    return Math.sqrt(mean(numbers.map((value) => (value - middle) ** 2)));
  }),
  sum: overNumbers(sum),
  unchecked: count((value) => value === false),
  unique: (values) => new Set(values.filter((value) => !isBaseEmpty(value)).map(baseText)).size,
};

/** A summary of a column: one of the base's own, or one that every base knows. */
export function summarizeColumn(
  name: string,
  values: readonly Value[],
  { base, env, problems }: { base: Base; env: BaseEnv; problems: BaseProblem[] },
): Cell {
  const own = base.summaries.get(name);
  if (own !== undefined) {
    const where = `summaries.${name}`;
    const { run, problem } = compileText(own, env, { code: 'summary-broken', where });
    if (problem !== undefined) problems.push(problem);
    return evaluate(run, values);
  }
  const known = Object.hasOwn(builtIn, name.toLowerCase())
    ? builtIn[name.toLowerCase()]
    : undefined;
  if (known !== undefined) return { value: known(values) };
  const message = `There is no summary "${name}".`;
  problems.push({ code: 'summary-unknown', where: name, message });
  return { error: message };
}

function evaluate(run: (row: BaseRow) => Value, values: readonly Value[]): Cell {
  const row: BaseRow = { file: undefined, locals: { values }, formula: () => run(row) };
  return cellOf('formula.summary', row);
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function pickDate(values: readonly Value[], isBetter: (a: number, b: number) => boolean): Value {
  return values.filter(isDate).reduce<Value>((best, date) => {
    return best === null || (isDate(best) && isBetter(date.ms, best.ms)) ? date : best;
  }, null);
}

function rangeOfDates(values: readonly Value[]): Value {
  const times = values.filter(isDate).map(({ ms }) => ms);
  return new DurationValue({ milliseconds: greatest(times) - least(times) });
}
