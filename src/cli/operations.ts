import type * as z from 'zod';
import type { OperationsAt } from '../operations/index.ts';

/** Operations by the names they have on the local wire, which is what commands speak. */
type Operations = OperationsAt<'local'>;
export type MethodName = keyof Operations;

/** What a method takes, as the schema of its operation has it. */
export type InputOf<M extends MethodName> = z.input<Operations[M]['input']>;

/** What a method answers, as the wire spells it. */
export type AnswerOf<M extends MethodName> = OnWire<z.output<Operations[M]['output']>>;

type OnWire<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Buffer
    ? string
    : T extends readonly (infer Each)[]
      ? readonly OnWire<Each>[]
      : T extends object
        ? {
            readonly [Name in keyof T as Name extends string ? Snake<Name> : Name]: OnWire<T[Name]>;
          }
        : T;

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** What the schema of an operation's input says about one member, in the words of JSON Schema. */
export interface InputMember {
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly isRequired?: boolean;
}

/** An operation as far as commands follow from it. `npm run gen` writes them to a file. */
export interface OperationInput {
  readonly summary: string;
  readonly access: string;
  /** By path: `a.b` is a member of `a`, `a[].b` one of the objects in the list `a`. */
  readonly members: Readonly<Record<string, InputMember>>;
}

export type OperationInputs = Readonly<Record<string, OperationInput>>;
