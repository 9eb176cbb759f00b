import type { Context } from './context.ts';
import type { Argument, ArgumentShape, FlagShapes, Flags, Params } from './flags.ts';
import type { AnswerOf, InputOf, MethodName } from './operations.ts';

export const groups = {
  notes: 'Notes',
  find: 'Finding',
  history: 'History',
  daemon: 'Daemon',
  protocols: 'Protocols',
} as const;
export type Group = keyof typeof groups;

export function isGroup(name: string): name is Group {
  return name in groups;
}

interface CommonShape<F extends FlagShapes> {
  /** One or two words. */
  readonly name: string;
  /** That of the operation when absent. */
  readonly summary?: string;
  /**
   * A few words for the overview on a small screen, where commands of two words share a line; empty
   * for one that is left out there.
   */
  readonly brief?: string;
  /** Further words of the help. */
  readonly about?: string;
  readonly args?: readonly ArgumentShape[];
  readonly flags?: F;
  /** A command line, and what it is good for. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Left out of the overview, but helped and completed like the others. */
  readonly isHidden?: boolean;
  /** The words after the command are not parsed: another program's command line. */
  readonly isRaw?: boolean;
  /** Members of the input that are no options, those in them included. */
  readonly without?: readonly string[];
  /** Values of members that are not given. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
}

/** What a command line says, checked against the declaration. */
export interface Words<P = Params, V = Params> {
  readonly args: readonly string[];
  readonly flags: V;
  /** The members of the operation's input that words and options give. */
  readonly params: P;
}

/** What a command that is one operation adds to it. */
interface Actions<P, Answer, W> {
  /** Members that no single word or option gives. */
  input?(words: W, context: Context): Partial<P> | Promise<Partial<P>>;
  /** What to say when a change is made. */
  done?(answer: Answer, words: W): string;
  /** What `--json` prints of an answer; all of it when absent. */
  json?(answer: Answer): unknown;
  /** Prints an answer. */
  show?(context: Context, answer: Answer, words: W): Promise<void> | void;
}

interface OperationShape<M extends MethodName, F extends FlagShapes>
  extends CommonShape<F>,
    Actions<InputOf<M>, AnswerOf<M>, Words<InputOf<M>, Values<F>>> {
  readonly operation: M;
}

interface HandShape<M extends MethodName, F extends FlagShapes> extends CommonShape<F> {
  /** The operation that its options are for, if there is one. */
  readonly operation?: M;
  /** Why the command is not simply one operation. */
  readonly byHand: string;
  /** Ends with status 0, unless it throws or says otherwise with `context.exitWith`. */
  run(context: Context, words: Words<InputOf<M>, Values<F>>): Promise<void>;
}

/** A command for any operation and flags: what the list of commands has. */
export interface Declaration extends CommonShape<FlagShapes>, Actions<Params, unknown, Words> {
  readonly operation?: MethodName;
  readonly byHand?: string;
  run?(context: Context, words: Words): Promise<void>;
}

/** A command with the options and words that its declaration and its operation's schema give it. */
export interface Command extends Omit<Declaration, 'run'> {
  readonly group: Group;
  readonly summary: string;
  readonly args: readonly Argument[];
  readonly flags: Flags;
  run(context: Context, words: Omit<Words, 'params'>): Promise<void>;
}

/** A command that is one operation. A declaration is data; this only infers types. */
export function operationCommand<
  const M extends MethodName,
  const F extends FlagShapes = Record<string, never>,
>(shape: OperationShape<M, F>): Declaration {
  return shape;
}

/** A command that is something else, and says why. */
export function handCommand<
  const M extends MethodName = never,
  const F extends FlagShapes = Record<string, never>,
>(shape: HandShape<M, F>): Declaration {
  return shape;
}

/** Values of the options that are no members; those of members are in the params. */
type Values<F> = {
  readonly [Name in keyof F]: F[Name] extends { readonly type: infer Type }
    ? ByType<Type>
    : F[Name] extends { readonly means: unknown }
      ? boolean
      : unknown;
};

type ByType<Type> = Type extends 'boolean'
  ? boolean
  : Type extends 'list'
    ? readonly string[]
    : (Type extends 'number' ? number : string) | undefined;
