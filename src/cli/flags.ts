/** How a word becomes a value, and what completion offers for it. */
export type WordKind =
  | 'client'
  | 'command'
  /** A folder of this machine, not of the vault. */
  | 'directory'
  | 'folder'
  | 'lines'
  | 'method'
  | 'new note'
  | 'note'
  | 'note or folder'
  /** A note that `--create` makes when it is missing. */
  | 'note or new'
  | 'property'
  | 'setup client'
  | 'shell'
  | 'step'
  | 'tag'
  | 'text'
  | 'time'
  | 'vault';

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
export type FlagShapes = Readonly<Record<string, Flag | MemberFlag>>;

/** Members of an input, or values of options, by name. */
export type Params = Readonly<Record<string, unknown>>;

/** Options that every command has. */
export const commonFlags = {
  vault: { type: 'string', value: 'VAULT', summary: 'Name or folder of the vault.', kind: 'vault' },
  json: { type: 'boolean', summary: 'Print the result as JSON.' },
  quiet: { type: 'boolean', short: 'q', summary: 'Print nothing but the result.' },
  'no-color': { type: 'boolean', summary: 'No colours, not even on a terminal.' },
  help: { type: 'boolean', short: 'h', summary: 'Show this help.' },
} as const satisfies Flags;

/** What was said with the options that every command has. */
export interface CommonInput {
  readonly vault?: string | undefined;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly help?: boolean;
  readonly 'no-color'?: boolean;
  /** Only commands that write have it. */
  readonly 'dry-run'?: boolean;
}

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
