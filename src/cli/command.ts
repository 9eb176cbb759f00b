import type { Context } from './context.ts';

/** One option of a command. */
export interface Flag {
  readonly type: 'boolean' | 'number' | 'string' | 'list';
  readonly summary: string;
  readonly short?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** The only values it takes; completion offers them. */
  readonly choices?: readonly string[];
}

/** One word after the command. The last one may be optional or repeated. */
export interface Argument {
  readonly name: string;
  readonly summary: string;
  readonly isOptional?: boolean;
  readonly isMany?: boolean;
  /** What completion offers. */
  readonly kind?: 'note' | 'folder' | 'note or folder' | 'file' | 'method' | 'step' | 'command';
}

export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<F extends Flag> = F['type'] extends 'boolean'
  ? boolean
  : F['type'] extends 'list'
    ? readonly string[]
    : F['type'] extends 'number'
      ? number | undefined
      : string | undefined;

/** What the words of a command line say, checked against the declaration. */
export interface Input<F extends Flags> {
  readonly args: readonly string[];
  readonly flags: { readonly [Name in keyof F]: ValueOf<F[Name]> };
}

/** The same for a command whose flags are not known here. */
export interface AnyInput {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

export const groups = {
  notes: 'Notes',
  find: 'Finding',
  history: 'History',
  daemon: 'Daemon',
  protocols: 'Protocols',
} as const;
export type Group = keyof typeof groups;

export interface CommandShape<F extends Flags> {
  /** One or two words. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  /** A few words for the overview on a small screen; commands of two words share a line there. */
  readonly brief?: string;
  /** Further words of the help. */
  readonly about?: string;
  readonly args?: readonly Argument[];
  readonly flags?: F;
  /** A command line, and what it is good for. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** Left out of the overview, but helped and completed like the others. */
  readonly isHidden?: boolean;
  /** The words after the command belong to somebody else and are not looked at. */
  readonly isRaw?: boolean;
  /** Ends with status 0, unless it throws or says otherwise with `context.exitWith`. */
  run(context: Context, input: Input<F>): Promise<void>;
}

/** A command for any flags: what the list of commands holds. */
export interface Command extends Omit<CommandShape<Flags>, 'run' | 'args' | 'flags'> {
  readonly args: readonly Argument[];
  readonly flags: Flags;
  /** Takes what `parseArguments` made of this very declaration. */
  run(context: Context, input: AnyInput): Promise<void>;
}

/** A declaration is data; this only infers the types of its flags. */
export function defineCommand<const F extends Flags = Record<string, never>>(
  shape: CommandShape<F>,
): Command {
  const { args = [], flags = {}, ...rest } = shape;
  return { ...rest, args, flags };
}

/** Options that every command has. */
export const commonFlags = {
  vault: { type: 'string', value: 'VAULT', summary: 'Name or folder of the vault.' },
  json: { type: 'boolean', summary: 'Print the result as JSON.' },
  quiet: { type: 'boolean', short: 'q', summary: 'Print nothing but the result.' },
  'no-color': { type: 'boolean', summary: 'No colours, on a terminal either.' },
  help: { type: 'boolean', short: 'h', summary: 'Show this help.' },
} as const satisfies Flags;

/** For everything that writes. */
export const dryRunFlag = {
  type: 'boolean',
  short: 'n',
  summary: 'Show what would change and change nothing.',
} as const satisfies Flag;
