import { EvalFailure } from '../values/failure.ts';
import type { BaseFilter, BaseProblem } from './base.ts';
import type { BaseEnv, BaseRow } from './env.ts';
import { compileText } from './formulas.ts';
import { isBaseTruthy } from './types.ts';

export type RowTest = (row: BaseRow) => boolean;

/** A filter as a test. An expression that fails for a row is false for it. */
export function compileFilter(
  filter: BaseFilter,
  env: BaseEnv,
  where: string,
  problems: BaseProblem[],
): RowTest {
  if (filter.kind === 'expression') {
    const { run, problem } = compileText(filter.text, env, { code: 'filter-broken', where });
    if (problem !== undefined) problems.push(problem);
    return (row) => isTrue(() => isBaseTruthy(run(row)));
  }
  const tests = filter.filters.map((part, at) =>
    compileFilter(part, env, `${where}.${filter.kind}.${at}`, problems),
  );
  switch (filter.kind) {
    case 'and':
      return (row) => tests.every((test) => test(row));
    case 'or':
      return (row) => tests.some((test) => test(row));
    case 'not':
      return (row) => !tests.some((test) => test(row));
  }
}

function isTrue(test: () => boolean): boolean {
  try {
    return test();
  } catch (thrown) {
    if (thrown instanceof EvalFailure) return false;
    throw thrown;
  }
}
