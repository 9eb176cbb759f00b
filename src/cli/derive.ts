import {
  type Argument,
  type Command,
  type Declaration,
  dryRunFlag,
  type Flag,
  type Group,
  isGroup,
  type MemberFlag,
} from './command.ts';
import { runCommand } from './run.ts';

/** What the schema of an operation's input says about one member, in the words of JSON Schema. */
export interface Member {
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
  readonly members: Readonly<Record<string, Member>>;
}

export type OperationInputs = Readonly<Record<string, OperationInput>>;

/** An option, and the member of the input that it is for. */
export interface Option extends Pick<MemberFlag, 'member' | 'means' | 'default'> {
  readonly name: string;
  readonly flag: Flag;
}

const flagTypes: Readonly<Record<string, Flag['type']>> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
};

/** Formats of the schema that people write in another way. */
const formats: Readonly<Record<string, Pick<Flag, 'kind' | 'value'>>> = {
  date: { value: 'DAY' },
  'date-time': { kind: 'time', value: 'TIME' },
};

const noInput: OperationInput = { summary: '', access: 'read', members: {} };

/** Declared commands with what the schemas of their operations say about their words and options. */
export function toCommands(
  declarations: Readonly<Record<Group, readonly Declaration[]>>,
  inputs: OperationInputs,
): readonly Command[] {
  const groups = Object.keys(declarations).filter(isGroup);
  return groups.flatMap((group) =>
    declarations[group].map((declaration) => toCommand(declaration, group, inputs)),
  );
}

function toCommand(declaration: Declaration, group: Group, inputs: OperationInputs): Command {
  const { operation, args = [], flags: _, ...declared } = declaration;
  const input = operation === undefined ? noInput : inputs[operation];
  if (input === undefined) throw new Error(`${operation} is not in the table: run npm run gen.`);
  const options = toOptions(declaration, input);
  return {
    ...declared,
    group,
    summary: declaration.summary ?? input.summary,
    args: args.map((argument) => toArgument(argument, input)),
    flags: Object.fromEntries(options.map(({ name, flag }) => [name, flag])),
    run: (context, words) => runCommand(declaration, input, options, context, words),
  };
}

function toArgument(
  { member, ...argument }: NonNullable<Declaration['args']>[number],
  { members }: OperationInput,
): Argument {
  if (member === undefined) return { summary: '', ...argument };
  const { description = '', isRequired = false } = findMember(members, member);
  const isText = argument.kind === 'text' || argument.kind === 'lines';
  return { summary: description, isOptional: isText || !isRequired, ...argument };
}

function toOptions(declaration: Declaration, input: OperationInput): Option[] {
  const { flags = {}, byHand } = declaration;
  const options = Object.entries(flags).map(([name, shape]) => {
    if ('type' in shape) return { name, flag: shape };
    const member = shape.member ?? toCamel(name);
    return toOption(name, member, shape, findMember(input.members, member));
  });
  if (byHand !== undefined) return options;
  const others = unnamedMembers(declaration, input).map((path) =>
    toOption(toKebab(path), path, {}, findMember(input.members, path)),
  );
  const dryRun = input.access === 'write' ? [{ name: 'dry-run', flag: dryRunFlag }] : [];
  return [...options, ...others, ...dryRun];
}

function toOption(name: string, member: string, shape: MemberFlag, from: Member): Option {
  const { member: _, means, default: __, ...differences } = shape;
  const { type, format = '', description = '', enum: choices } = from;
  const isSwitch = means !== undefined;
  const flag: Flag = {
    type: isSwitch ? 'boolean' : (flagTypes[type] ?? 'string'),
    summary: description,
    ...(!isSwitch && formats[format]),
    ...(!isSwitch && choices && { choices }),
    ...differences,
  };
  return { ...shape, name, member, flag };
}

/** Members that nothing in the declaration stands for. Each is an option of its own. */
function unnamedMembers(declaration: Declaration, { members }: OperationInput): string[] {
  const { args = [], flags = {}, without = [], fixed = {} } = declaration;
  const named = new Set([
    ...args.map(({ member }) => member),
    ...Object.entries(flags).map(([name, flag]) =>
      'type' in flag ? '' : (flag.member ?? toCamel(name)),
    ),
    ...Object.keys(fixed),
  ]);
  return Object.keys(members).filter(
    (path) => !named.has(path) && !without.some((whole) => isPart(path, whole)),
  );
}

/** True for the member itself and for what is in it. */
export function isPart(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[]`);
}

function findMember(members: OperationInput['members'], path: string): Member {
  const member = members[path];
  if (member === undefined) throw new Error(`There is no member ${path}: run npm run gen.`);
  return member;
}

function toCamel(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** The last name of a path, as options are spelled. */
function toKebab(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
