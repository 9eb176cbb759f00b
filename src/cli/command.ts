import type { Context } from './context.ts';
import type { AnswerOf, InputOf, MethodName } from './operations.ts';

/** How a word becomes a value, and what completion offers for it. */
export type WordKind =
  | 'command'
  | 'folder'
  | 'lines'
  | 'method'
  | 'new note'
  | 'note'
  | 'note or folder'
  /** A note that `--create` makes when it is missing. */
  | 'note or new'
  | 'step'
  | 'text'
  | 'time';

/** One option of a command. */
export interface Flag {
  readonly type: 'boolean' | 'number' | 'string' | 'list';
  readonly summary: string;
  readonly short?: string | undefined;
  /** The value's name in the help; that of the option when absent. */
  readonly value?: string;
  /** The only values it takes; completion offers them. */
  readonly choices?: readonly string[];
  readonly kind?: WordKind;
  /** The member of the operation's input that it is for; see `OperationInput` for nested ones. */
  readonly member?: string;
  /** Makes it a switch that gives the member this value. */
  readonly means?: string | number | boolean | null;
}

/** An option for a member: what the shell has different from the schema, a name first of all. */
export type MemberFlag = Omit<Partial<Flag>, 'type'>;

/** One word after the command. The last one may be optional or repeated. */
export interface Argument {
  readonly name: string;
  readonly summary: string;
  readonly isOptional?: boolean;
  readonly isMany?: boolean;
  readonly kind?: WordKind;
  /** The member of the operation's input that it is for. */
  readonly member?: string;
}

/** The help of a word for a member, and whether it is needed, are the schema's. */
export type ArgumentShape = Omit<Argument, 'summary'> & Partial<Pick<Argument, 'summary'>>;

export type Flags = Readonly<Record<string, Flag>>;
type FlagShapes = Readonly<Record<string, Flag | MemberFlag>>;

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
  /** A few words for the overview on a small screen; commands of two words share a line there. */
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

export type Params = Readonly<Record<string, unknown>>;

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

/** Options that every command has. */
export const commonFlags = {
  vault: { type: 'string', summary: 'Name or folder of the vault.' },
  json: { type: 'boolean', summary: 'Print the result as JSON.' },
  quiet: { type: 'boolean', short: 'q', summary: 'Print nothing but the result.' },
  'no-color': { type: 'boolean', summary: 'No colours, not even on a terminal.' },
  help: { type: 'boolean', short: 'h', summary: 'Show this help.' },
} as const satisfies Flags;

/** A switch of the command itself. */
export const switchFlag = (summary: string, short?: string) =>
  ({ type: 'boolean', summary, short }) as const;

/** An option of the command itself that has a value. */
export const textFlag = (value: string, summary: string, short?: string) =>
  ({ type: 'string', value, summary, short }) as const;

/** The same for one that can be repeated. */
export const listFlag = (value: string, summary: string) =>
  ({ type: 'list', value, summary }) as const;

/** A switch that gives a member a value. */
export const meansFlag = (
  member: string,
  means: NonNullable<Flag['means']> | null,
  summary: string,
  short?: string,
) => ({ member, means, summary, short }) as const;

/** For everything that writes; commands that are one operation have it by themselves. */
export const dryRunFlag = switchFlag('Show what would change and change nothing.', 'n');
