import { type Command, type Declaration, type Group, isGroup } from './command.ts';
import {
  type Argument,
  type ArgumentShape,
  dryRunFlag,
  type Flag,
  type MemberFlag,
} from './flags.ts';
import type { InputMember, OperationInput, OperationInputs } from './operations.ts';
import { runCommand } from './run.ts';
import { isTextKind } from './words.ts';

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
  const { operation, byHand, defaults = {}, without = [] } = declaration;
  const input = operation === undefined ? noInput : inputs[operation];
  if (input === undefined) throw new Error(`${operation} is not in the table: run npm run gen.`);
  const { summary, access, members } = input;
  const args = (declaration.args ?? []).map((argument) => toArgument(argument, members));
  const flags = Object.entries(declaration.flags ?? {}).map(([name, flag]): [string, Flag] => [
    name,
    'type' in flag ? flag : toFlag(flag, flag.member ?? toCamel(name), members),
  ]);
  if (byHand === undefined) {
    const named = new Set([...args, ...flags.map(([, flag]) => flag)].map(({ member }) => member));
    const others = Object.keys(members).filter(
      (path) =>
        !named.has(path) && !(path in defaults) && !without.some((whole) => isPart(path, whole)),
    );
    for (const path of others) flags.push([toKebab(path), toFlag({}, path, members)]);
    if (access === 'write') flags.push(['dry-run', dryRunFlag]);
  }
  const command = { summary, ...declaration, group, args, flags: Object.fromEntries(flags) };
  return { ...command, run: (context, words) => runCommand(command, input, context, words) };
}

function toArgument(argument: ArgumentShape, members: OperationInput['members']): Argument {
  if (argument.member === undefined) return { summary: '', ...argument };
  const { description = '', isRequired = false } = findMember(members, argument.member);
  const isOptional = !isRequired || isTextKind(argument.kind);
  return { summary: description, isOptional, ...argument };
}

function toFlag(flag: MemberFlag, member: string, members: OperationInput['members']): Flag {
  const { type, format = '', description = '', enum: choices } = findMember(members, member);
  if (flag.means !== undefined) return { type: 'boolean', summary: description, ...flag, member };
  return {
    type: flagTypes[type] ?? 'string',
    summary: description,
    ...formats[format],
    ...(choices && { choices }),
    ...flag,
    member,
  };
}

/** True for the member itself and for what is in it. */
export function isPart(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[]`);
}

function findMember(members: OperationInput['members'], path: string): InputMember {
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
