import { EvalFailure } from '../values/failure.ts';
import { isList, ObjectValue, type Value } from '../values/value.ts';
import type { BaseExpression } from './ast.ts';
import type { BaseCompiled, BaseEnv, BaseRow } from './env.ts';
import { ThisFile } from './file.ts';
import { findGlobal } from './globals.ts';
import { callMethod, type ElementMethod, findElementMethod } from './methods.ts';
import { baseOperate } from './operators.ts';
import { baseTypeOf, isBaseTruthy, readMember } from './types.ts';
import { RegexpValue } from './values.ts';

type Node<K extends BaseExpression['kind']> = Extract<BaseExpression, { kind: K }>;

/** Turns a filter or a formula into nested closures. They throw `EvalFailure` where there is no value. */
export function compileBase(expression: BaseExpression, env: BaseEnv): BaseCompiled {
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'regexp': {
      const value = new RegexpValue(expression.source, expression.flags);
      return () => value;
    }
    case 'name':
      return compileName(expression.name, env);
    case 'list': {
      const elements = expression.elements.map((element) => compileBase(element, env));
      return (row) => elements.map((element) => element(row));
    }
    case 'member':
      return compileMember(expression, env);
    case 'index':
      return compileIndex(expression, env);
    case 'call':
      return compileCall(expression, env);
    case 'method':
      return compileMethod(expression, env);
    case 'unary':
      return compileUnary(expression, env);
    case 'binary':
      return compileBinary(expression, env);
  }
}

/** The three kinds of properties, `this`, and bare names, which are properties of the note. */
function compileName(name: string, env: BaseEnv): BaseCompiled {
  switch (name) {
    case 'file':
      return ({ file }) => file ?? null;
    case 'note':
      return ({ file }) => file?.properties() ?? null;
    case 'formula':
      return (row) => new FormulaValues(row);
    case 'this': {
      const value = env.thisFile === undefined ? null : new ThisFile(env.thisFile);
      return () => value;
    }
    default:
      return ({ file, locals }) => {
        const local =
          locals !== undefined && Object.hasOwn(locals, name) ? locals[name] : undefined;
        return local === undefined ? (file?.property(name) ?? null) : local;
      };
  }
}

function compileMember({ of, name }: Node<'member'>, env: BaseEnv): BaseCompiled {
  if (of.kind === 'name' && of.name === 'note') return ({ file }) => file?.property(name) ?? null;
  if (of.kind === 'name' && of.name === 'formula') return (row) => row.formula(name);
  const object = compileBase(of, env);
  return (row) => readMember(object(row), name);
}

function compileIndex({ of, at }: Node<'index'>, env: BaseEnv): BaseCompiled {
  const isNote = of.kind === 'name' && of.name === 'note';
  const [object, index] = [compileBase(of, env), compileBase(at, env)];
  return (row) => {
    const [value, key] = [object(row), index(row)];
    if (isNote && typeof key === 'string') return row.file?.property(key) ?? null;
    if (isList(value) && typeof key === 'number') return value.at(key) ?? null;
    if (typeof value === 'string' && typeof key === 'number') return value.at(key) ?? null;
    return typeof key === 'string' ? readMember(value, key) : null;
  };
}

function compileCall({ name, args }: Node<'call'>, env: BaseEnv): BaseCompiled {
  const parts = args.map((arg) => compileBase(arg, env));
  if (name === 'if') return compileIf(parts);
  const run = findGlobal(name);
  return (row) => {
    if (run === undefined) {
      throw new EvalFailure('unknown-function', `There is no function "${name}".`);
    }
    env.budget.spend();
    return run(
      parts.map((part) => part(row)),
      env,
      row,
    );
  };
}

/** Only the branch that is taken is evaluated. */
function compileIf([condition, yes, no]: readonly BaseCompiled[]): BaseCompiled {
  return (row) => {
    const chosen = condition !== undefined && isBaseTruthy(condition(row)) ? yes : no;
    return chosen?.(row) ?? null;
  };
}

function compileMethod(expression: Node<'method'>, env: BaseEnv): BaseCompiled {
  const { of, name, args } = expression;
  const receiver = compileBase(of, env);
  const parts = args.map((arg) => compileBase(arg, env));
  const elementMethod = findElementMethod(name);
  const isTags = isTagList(of);
  return (row) => {
    env.budget.spend();
    const value = receiver(row);
    if (elementMethod !== undefined && (isList(value) || value === null)) {
      return eachElement(elementMethod, value ?? [], parts, row, env);
    }
    const values = parts.map((part) => part(row));
    return callMethod(value, name, values, { env, isTags });
  };
}

/** `tags` of a note or a file: a search for a tag finds those below it too. */
function isTagList(of: BaseExpression): boolean {
  if (of.kind === 'name') return of.name === 'tags';
  const owner = of.kind === 'member' && of.name === 'tags' ? of.of : undefined;
  return owner?.kind === 'name' && (owner.name === 'file' || owner.name === 'note');
}

/** The argument of these is no value: it is evaluated for every element. */
function eachElement(
  method: ElementMethod,
  list: readonly Value[],
  [body, start]: readonly BaseCompiled[],
  row: BaseRow,
  env: BaseEnv,
): Value {
  if (body === undefined)
    throw new EvalFailure('signature', 'The expression for each element is missing.');
  return method(list, start?.(row) ?? null, (value, index, acc) => {
    env.budget.spend();
    const locals = { ...row.locals, value, index, ...(acc === undefined ? {} : { acc }) };
    return body({ file: row.file, locals, formula: (name) => row.formula(name) });
  });
}

function compileUnary({ operator, operand }: Node<'unary'>, env: BaseEnv): BaseCompiled {
  const value = compileBase(operand, env);
  if (operator === '!') return (row) => !isBaseTruthy(value(row));
  return (row) => {
    const number = value(row);
    if (typeof number === 'number') return -number;
    if (number === null) return null;
    throw new EvalFailure('operator', `A ${baseTypeOf(number)} has no negative.`);
  };
}

function compileBinary({ operator, left, right }: Node<'binary'>, env: BaseEnv): BaseCompiled {
  const [a, b] = [compileBase(left, env), compileBase(right, env)];
  if (operator === '&&') return (row) => isBaseTruthy(a(row)) && isBaseTruthy(b(row));
  if (operator === '||') return (row) => isBaseTruthy(a(row)) || isBaseTruthy(b(row));
  const run = baseOperate[operator];
  return (row) => run(a(row), b(row));
}

/** The formulas of a row, by name. */
class FormulaValues extends ObjectValue {
  readonly #row: BaseRow;

  constructor(row: BaseRow) {
    super();
    this.#row = row;
  }

  get(key: string): Value {
    return this.#row.formula(key);
  }

  keys(): readonly string[] {
    return [];
  }
}
