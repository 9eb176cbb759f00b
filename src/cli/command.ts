import type { Context } from './context.ts';
import type { AnswerOf, InputOf, Method } from './operations.ts';

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
  readonly short?: string;
  /** What stands for the value in the help; the name of the option when absent. */
  readonly value?: string;
  /** The only values it takes; completion offers them. */
  readonly choices?: readonly string[];
  readonly kind?: WordKind;
}

/** An option for a member of an operation's input: what the shell has different from the schema. */
export interface MemberFlag extends Omit<Partial<Flag>, 'type'> {
  /** The member, where the option has another name; see `members` in derive.ts for nested ones. */
  readonly member?: string;
  /** Makes it a switch that gives the member this value. */
  readonly means?: string | number | boolean | null;
  /** The value of the member when the option is not given. */
  readonly default?: string | number | boolean;
}

/** One word after the command. The last one may be optional or repeated. */
export interface Argument {
  readonly name: string;
  readonly summary: string;
  readonly isOptional?: boolean;
  readonly isMany?: boolean;
  readonly kind?: WordKind;
}

/** A word for a member of an operation's input; its help and whether it is needed are the schema's. */
interface ArgumentShape extends Omit<Argument, 'summary'> {
  readonly summary?: string;
  readonly member?: string;
}

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
  /** Members that have the same value whatever is said. */
  readonly fixed?: Readonly<Record<string, string>>;
}

/** What the words of a command line say, checked against the declaration. */
export interface Words<F = Readonly<Record<string, unknown>>> {
  readonly args: readonly string[];
  readonly flags: F;
}

interface OperationShape<M extends Method, F extends FlagShapes> extends CommonShape<F> {
  readonly operation: M;
  /** Members that no single word or option stands for. */
  input?(
    words: Words<Values<M, F>> & { readonly params: InputOf<M> },
    context: Context,
  ): Partial<InputOf<M>> | Promise<Partial<InputOf<M>>>;
  /** What to say when a change is made. */
  done?(answer: AnswerOf<M>, words: Words<Values<M, F>> & { readonly params: InputOf<M> }): string;
  /** What `--json` prints of an answer; all of it when absent. */
  json?(answer: AnswerOf<M>): unknown;
  /** Prints an answer. */
  show?(context: Context, answer: AnswerOf<M>, words: Words<Values<M, F>>): Promise<void> | void;
}

interface HandShape<M extends Method, F extends FlagShapes> extends CommonShape<F> {
  /** The operation that its options are for, if there is one. */
  readonly operation?: M;
  /** Why the command is not simply one operation. */
  readonly byHand: string;
  /** Ends with status 0, unless it throws or says otherwise with `context.exitWith`. */
  run(
    context: Context,
    words: Words<Values<M, F>> & { params(): Promise<InputOf<M>> },
  ): Promise<void>;
}

/** A command for any operation and flags: what the list of commands has. */
export interface Declaration extends CommonShape<FlagShapes> {
  readonly operation?: Method;
  readonly byHand?: string;
  input?(words: Words & { readonly params: Params }, context: Context): Params | Promise<Params>;
  done?(answer: unknown, words: Words & { readonly params: Params }): string;
  json?(answer: unknown): unknown;
  show?(context: Context, answer: unknown, words: Words): Promise<void> | void;
  run?(context: Context, words: Words & { params(): Promise<Params> }): Promise<void>;
}
export type Params = Readonly<Record<string, unknown>>;

/** A command with the options and words that its declaration and its operation's schema give it. */
export interface Command
  extends Pick<Declaration, 'name' | 'brief' | 'about' | 'examples' | 'isHidden' | 'isRaw'> {
  readonly group: Group;
  readonly summary: string;
  readonly args: readonly Argument[];
  readonly flags: Flags;
  run(context: Context, words: Words): Promise<void>;
}

/** A command that is one operation. A declaration is data; this only infers types. */
export function operationCommand<
  const M extends Method,
  const F extends FlagShapes = Record<string, never>,
>(shape: OperationShape<M, F>): Declaration {
  return shape;
}

/** A command that is something else, and says why. */
export function handCommand<
  const M extends Method = never,
  const F extends FlagShapes = Record<string, never>,
>(shape: HandShape<M, F>): Declaration {
  return shape;
}

type Values<M extends Method, F> = {
  readonly [Name in keyof F & string]: F[Name] extends { readonly type: infer Type }
    ? ByType<Type>
    : F[Name] extends { readonly means: unknown }
      ? boolean
      : Known<
          MemberAt<
            InputOf<M>,
            F[Name] extends { readonly member: infer Path extends string } ? Path : Camel<Name>
          >
        >;
};

type ByType<Type> = Type extends 'boolean'
  ? boolean
  : Type extends 'list'
    ? readonly string[]
    : (Type extends 'number' ? number : string) | undefined;

type Known<T> = [T] extends [boolean]
  ? boolean
  : T extends readonly unknown[]
    ? readonly string[]
    : T | undefined;

type MemberAt<T, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? MemberAt<MemberOf<T, First>, Rest>
  : MemberOf<T, Path>;

type MemberOf<T, Name extends string> = Name extends `${infer List}[]`
  ? MemberOf<T, List> extends readonly (infer Each)[]
    ? Each
    : never
  : T extends { readonly [Key in Name]?: infer Member }
    ? NonNullable<Member>
    : never;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Options that every command has. */
export const commonFlags = {
  vault: { type: 'string', summary: 'Name or folder of the vault.' },
  json: { type: 'boolean', summary: 'Print the result as JSON.' },
  quiet: { type: 'boolean', short: 'q', summary: 'Print nothing but the result.' },
  'no-color': { type: 'boolean', summary: 'No colours, not even on a terminal.' },
  help: { type: 'boolean', short: 'h', summary: 'Show this help.' },
} as const satisfies Flags;

/** For everything that writes; commands that are one operation have it by themselves. */
export const dryRunFlag = {
  type: 'boolean',
  short: 'n',
  summary: 'Show what would change and change nothing.',
} as const satisfies Flag;
