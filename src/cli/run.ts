import { toRecord } from '../kit/records.ts';
import { makeChange } from './change.ts';
import type { Command, Declaration, Words } from './command.ts';
import type { Context } from './context.ts';
import type { Params, WordKind } from './flags.ts';
import type { OperationInput } from './operations.ts';
import { isTextKind, missingText, readWord } from './words.ts';

type Given = Omit<Words, 'params'>;

/** By hand where the declaration does it, else one call of its operation. */
export async function runCommand(
  command: Omit<Command, 'run'> & Pick<Declaration, 'run'>,
  input: OperationInput,
  context: Context,
  given: Given,
): Promise<void> {
  const { operation, run } = command;
  const named = await toParams(command, input, context, given);
  if (operation === undefined || run !== undefined) {
    return run?.(context, { ...given, params: named });
  }
  const further = await command.input?.({ ...given, params: named }, context);
  const params = { ...named, ...further };
  const words = { ...given, params };
  if (input.access === 'write') {
    const done = (answer: unknown) => command.done?.(answer, words) ?? 'Done.';
    return makeChange(context, operation, params, done);
  }
  const answer = await context.ask(operation, params);
  if (context.out.isJson) return context.out.json(command.json?.(answer) ?? answer);
  context.out.page();
  await command.show?.(context, answer, words);
}

/** The input of the operation as far as single words and options say it. */
async function toParams(
  { args: places, flags, defaults = {} }: Omit<Command, 'run'>,
  { access, members }: OperationInput,
  context: Context,
  given: Given,
): Promise<Params> {
  const params: Record<string, unknown> = {};
  const purpose = { isChanging: access === 'write', creates: given.flags.create === true };
  const read = (kind: WordKind | undefined, word: string) => readWord(context, kind, word, purpose);
  for (const [index, { member, kind, isMany }] of places.entries()) {
    const rest = given.args.slice(index);
    if (member === undefined) continue;
    if (members[member]?.type === 'array') {
      const values: string[] = [];
      for (const word of rest) values.push(await read(kind, word));
      setMember(params, member, values);
    } else {
      const [first = isTextKind(kind) ? missingText() : undefined] = rest;
      const word = isMany && first !== undefined ? rest.join(' ') : first;
      if (word !== undefined) setMember(params, member, await read(kind, word));
    }
  }
  for (const [name, { member, kind, means }] of Object.entries(flags)) {
    const value = given.flags[name];
    const isAbsent = value === undefined || value === false;
    if (member === undefined || isAbsent || (Array.isArray(value) && value.length === 0)) continue;
    const said = typeof value === 'string' ? await read(kind, value) : value;
    setMember(params, member, means === undefined ? said : means);
  }
  for (const [member, value] of Object.entries(defaults)) setMember(params, member, value);
  return params;
}

/** What is set first counts: an option before a default. */
function setMember(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  const name = first.replace('[]', '');
  if (rest.length === 0) {
    if (!(name in target)) target[name] = value;
    return;
  }
  const held = target[name];
  const inner = toRecord(Array.isArray(held) ? held[0] : held);
  setMember(inner, rest.join('.'), value);
  target[name] = name === first ? inner : [inner];
}
