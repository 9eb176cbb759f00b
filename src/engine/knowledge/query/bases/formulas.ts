import { isVaultError } from '../../../../contract/errors.ts';
import { EvalFailure } from '../values/failure.ts';
import type { Value } from '../values/value.ts';
import type { Base, BaseFilter, BaseProblem } from './base.ts';
import { compileBase } from './compile.ts';
import type { BaseCompiled, BaseEnv, BaseRow } from './env.ts';
import type { BaseFile } from './file.ts';
import { parseBaseExpression } from './parse.ts';
import { isBaseTruthy } from './types.ts';

/** The formulas of a base, ready to be asked for any file. */
export class Formulas {
  readonly problems: BaseProblem[] = [];
  readonly #compiled = new Map<string, BaseCompiled>();

  constructor(texts: Base['formulas'], env: BaseEnv) {
    for (const [name, text] of texts) {
      const where = `formulas.${name}`;
      const { run, problem } = compileText(text, env, { code: 'formula-broken', where });
      this.#compiled.set(name, run);
      if (problem !== undefined) this.problems.push(problem);
    }
  }

  /** A row for a file. Its formulas are worked out when asked for, each once. */
  row(file: BaseFile | undefined): BaseRow {
    const done = new Map<string, Value>();
    const running = new Set<string>();
    const row: BaseRow = {
      file,
      locals: undefined,
      formula: (name) => {
        const known = done.get(name);
        if (known !== undefined) return known;
        if (running.has(name)) {
          throw new EvalFailure('runtime', `The formula "${name}" refers to itself.`);
        }
        running.add(name);
        try {
          const value = this.#compiled.get(name)?.(row) ?? null;
          done.set(name, value);
          return value;
        } finally {
          running.delete(name);
        }
      },
    };
    return row;
  }
}

/** An expression of a base. One that cannot be read fails for every row, and is named once. */
export function compileText(
  text: string,
  env: BaseEnv,
  about: Pick<BaseProblem, 'code' | 'where'>,
): { run: BaseCompiled; problem: BaseProblem | undefined } {
  try {
    return { run: compileBase(parseBaseExpression(text), env), problem: undefined };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const { message } = thrown;
    const run = () => {
      throw new EvalFailure('runtime', message);
    };
    return { run, problem: { ...about, message } };
  }
}

type RowTest = (row: BaseRow) => boolean;

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
