import { type DateValue, isDate } from '../values/date.ts';
import { type DurationValue, isDuration } from '../values/duration.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import type { LinkValue } from '../values/link.ts';
import {
  type FunctionValue,
  isLink,
  isList,
  isObject,
  type ObjectValue,
  typeOf,
  type Value,
} from '../values/value.ts';

export type QueryFunction = (args: readonly Value[], env: Env) => Value;

/** The types an argument can be asked to have; `any` takes everything. */
interface ArgumentTypes {
  any: Value;
  null: null;
  boolean: boolean;
  number: number;
  string: string;
  date: DateValue;
  duration: DurationValue;
  link: LinkValue;
  array: readonly Value[];
  object: ObjectValue;
  function: FunctionValue;
}
type ArgumentType = keyof ArgumentTypes;

const has: { readonly [T in ArgumentType]: (value: Value) => value is ArgumentTypes[T] } = {
  any: (value): value is Value => value !== undefined,
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  date: isDate,
  duration: isDuration,
  link: isLink,
  array: isList,
  object: isObject,
  function: (value) => typeof value === 'function',
};

/** One way to call a function. Undefined when the arguments are not for it. */
type Form = (args: readonly Value[], env: Env) => Value | undefined;

/**
 * Describes a function by its forms, which are tried in order, and by the arguments over which it
 * maps: where such an argument is a list, the function is called for every element.
 */
export class FunctionForms {
  readonly #name: string;
  readonly #forms: Form[] = [];
  readonly #mapped = new Map<number, readonly number[]>();

  constructor(name: string) {
    this.#name = name;
  }

  one<A extends ArgumentType>(a: A, run: (a: ArgumentTypes[A], env: Env) => Value): this {
    const isA = has[a];
    return this.#add(1, ([x = null], env) => (isA(x) ? run(x, env) : undefined));
  }

  two<A extends ArgumentType, B extends ArgumentType>(
    a: A,
    b: B,
    run: (a: ArgumentTypes[A], b: ArgumentTypes[B], env: Env) => Value,
  ): this {
    const [isA, isB] = [has[a], has[b]];
    return this.#add(2, ([x = null, y = null], env) =>
      isA(x) && isB(y) ? run(x, y, env) : undefined,
    );
  }

  three<A extends ArgumentType, B extends ArgumentType, C extends ArgumentType>(
    a: A,
    b: B,
    c: C,
    run: (a: ArgumentTypes[A], b: ArgumentTypes[B], c: ArgumentTypes[C], env: Env) => Value,
  ): this {
    const [isA, isB, isC] = [has[a], has[b], has[c]];
    return this.#add(3, ([x = null, y = null, z = null], env) =>
      isA(x) && isB(y) && isC(z) ? run(x, y, z, env) : undefined,
    );
  }

  /** With this number of arguments the function maps over all of them; null makes it null. */
  each(count: 1 | 2 | 3): this {
    return this.nullOnNull(count).maps(count, ...[0, 1, 2].slice(0, count));
  }

  /** With this number of arguments the result is null as soon as one of them is. */
  nullOnNull(count: 1 | 2 | 3): this {
    return this.#add(count, (args) => (args.includes(null) ? null : undefined));
  }

  /** Takes whatever no other form took. */
  rest(run: QueryFunction): this {
    this.#forms.push(run);
    return this;
  }

  /** With this number of arguments the function maps over those at these positions. */
  maps(count: number, ...positions: number[]): this {
    this.#mapped.set(count, positions);
    return this;
  }

  build(): QueryFunction {
    const call: QueryFunction = (args, env) => {
      const lists = this.#mapped
        .get(args.length)
        ?.filter((position) => isList(args[position] ?? null));
      if (lists !== undefined && lists.length > 0) return mapOver(lists, args, env, call);
      for (const form of this.#forms) {
        const result = form(args, env);
        if (result !== undefined) return result;
      }
      throw this.#mismatch(args);
    };
    return call;
  }

  #add(count: number, form: Form): this {
    this.#forms.push((args, env) => (args.length === count ? form(args, env) : undefined));
    return this;
  }

  #mismatch(args: readonly Value[]): EvalFailure {
    const types = args.map(typeOf).join(', ');
    return new EvalFailure('signature', `${this.#name}() does not take (${types}).`);
  }
}

/** Lists advance together, up to the shortest. */
function mapOver(
  positions: readonly number[],
  args: readonly Value[],
  env: Env,
  call: QueryFunction,
): Value {
  const lists = positions.map((position) => listOf(args[position] ?? null));
  const length = Math.min(...lists.map((list) => list.length));
  const results: Value[] = [];
  for (let i = 0; i < length; i++) {
    env.budget.spend();
    const call1 = [...args];
    positions.forEach((position, which) => {
      call1[position] = lists[which]?.[i] ?? null;
    });
    results.push(call(call1, env));
  }
  return results;
}

function listOf(value: Value): readonly Value[] {
  return isList(value) ? value : [];
}

type Describe = (forms: FunctionForms) => FunctionForms;

/** A function by its description. */
export function define(name: string, describe: Describe): QueryFunction {
  return describe(new FunctionForms(name)).build();
}

/** Functions by their descriptions. */
export function defineAll(
  descriptions: Readonly<Record<string, Describe>>,
): Readonly<Record<string, QueryFunction>> {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, describe]) => [name, define(name, describe)]),
  );
}
