import { queryFunctions } from '../functions/table.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import { operate } from '../values/operators.ts';
import {
  isTruthy,
  LayeredValue,
  newRecord,
  ObjectValue,
  OverlayValue,
  RecordValue,
  typeOf,
  type Value,
} from '../values/value.ts';
import type { Expression } from './ast.ts';
import { indexInto } from './index-into.ts';

/** An expression ready to run on rows. Throws `EvalFailure` where the expression has no value. */
export type Compiled = (row: ObjectValue) => Value;

/** What expressions see besides their row. */
export interface Scope {
  readonly env: Env;
  /** `this` and other names that any row may use. */
  readonly globals: ObjectValue;
}

/** Turns an expression into nested closures, so that a row costs calls and no tree walk. */
export function compile(expression: Expression, scope: Scope): Compiled {
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'variable':
      return compileVariable(expression, scope);
    case 'list':
      return compileList(expression.elements, scope);
    case 'object':
      return compileObject(expression, scope);
    case 'lambda':
      return compileLambda(expression, scope);
    case 'not': {
      const operand = compile(expression.operand, scope);
      return (row) => !isTruthy(operand(row));
    }
    case 'index':
      return compileIndex(expression, scope);
    case 'call':
      return compileCall(expression, scope);
    case 'binary':
      return compileBinary(expression, scope);
  }
}

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

function compileVariable({ name }: Node<'variable'>, scope: Scope): Compiled {
  const missing = scope.globals.get(name) ?? null;
  return (row) => {
    const value = row.get(name);
    return value === undefined ? missing : value;
  };
}

function compileList(elements: readonly Expression[], scope: Scope): Compiled {
  const parts = elements.map((element) => compile(element, scope));
  return (row) => parts.map((part) => part(row));
}

function compileObject({ members }: Node<'object'>, scope: Scope): Compiled {
  const parts = members.map(({ key, value }) => ({ key, value: compile(value, scope) }));
  return (row) => {
    const record = newRecord();
    for (const { key, value } of parts) record[key] = value(row);
    return new RecordValue(record);
  };
}

/** A lambda sees the row it was made for, its parameters in front. */
function compileLambda({ parameters, body }: Node<'lambda'>, scope: Scope): Compiled {
  const run = compile(body, scope);
  return (row) =>
    (...args) => {
      scope.env.budget.spend();
      const names = args.length < parameters.length ? parameters.slice(0, args.length) : parameters;
      return run(new OverlayValue(row, names, args.slice(0, names.length)));
    };
}

function compileIndex({ of, at }: Node<'index'>, scope: Scope): Compiled {
  const object = compileIndexed(of, scope);
  if (at.kind === 'literal' && typeof at.value === 'string') {
    const key = at.value;
    return (row) => {
      const base = object(row);
      return base instanceof ObjectValue
        ? (base.get(key) ?? null)
        : indexInto(base, key, scope.env);
    };
  }
  const index = compile(at, scope);
  return (row) => {
    const key = index(row);
    if (key === null) return null;
    if (typeof key !== 'string' && typeof key !== 'number') {
      throw new EvalFailure(
        'index',
        `A ${typeOf(key)} cannot be an index; use a text or a number.`,
      );
    }
    return indexInto(object(row), key, scope.env);
  };
}

/** `row` before an index is the row itself, so that fields of any name can be reached. */
function compileIndexed(of: Expression, scope: Scope): Compiled {
  if (of.kind !== 'variable' || of.name !== 'row') return compile(of, scope);
  return (row) => new LayeredValue(row, scope.globals);
}

function compileCall({ callee, args }: Node<'call'>, scope: Scope): Compiled {
  const parts = args.map((arg) => compile(arg, scope));
  const { env } = scope;
  if (callee.kind !== 'variable') return compileApply(compile(callee, scope), parts, env);
  const named = queryFunctions.get(callee.name);
  return (row) => {
    const values = parts.map((part) => part(row));
    if (named === undefined) {
      throw new EvalFailure('unknown-function', `There is no function "${callee.name}".`);
    }
    env.budget.spend();
    return named(values, env);
  };
}

function compileApply(callee: Compiled, parts: readonly Compiled[], env: Env): Compiled {
  return (row) => {
    const called = callee(row);
    const values = parts.map((part) => part(row));
    if (typeof called === 'function') return called(...values);
    if (typeof called !== 'string') {
      throw new EvalFailure('not-callable', `A ${typeOf(called)} cannot be called.`);
    }
    const named = queryFunctions.get(called);
    if (named === undefined) {
      throw new EvalFailure('unknown-function', `There is no function "${called}".`);
    }
    return named(values, env);
  };
}

/** Both sides are always evaluated: a failing right side fails the row even when the left decides. */
function compileBinary({ operator, left, right }: Node<'binary'>, scope: Scope): Compiled {
  const [a, b] = [compile(left, scope), compile(right, scope)];
  const run = operate[operator];
  return (row) => run(a(row), b(row), scope.env);
}
