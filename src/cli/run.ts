import { toRecord } from '../kit/records.ts';
import { makeChange } from './change.ts';
import type { Declaration, Params, Words } from './command.ts';
import type { Context } from './context.ts';
import type { OperationInput, Option } from './derive.ts';
import { readWord } from './words.ts';

/** By hand where the declaration does it, else one call of its operation. */
export async function runCommand(
  declaration: Declaration,
  input: OperationInput,
  options: readonly Option[],
  context: Context,
  words: Words,
): Promise<void> {
  const { operation } = declaration;
  const read = () => toParams(declaration, input, options, context, words);
  if (declaration.run !== undefined) return declaration.run(context, { ...words, params: read });
  if (operation === undefined) return;
  const named = await read();
  const further = await declaration.input?.({ ...words, params: named }, context);
  const params = { ...named, ...further };
  if (input.access === 'write') {
    return makeChange(context, {
      method: operation,
      params,
      isDryRun: words.flags['dry-run'] === true,
      done: (answer) => declaration.done?.(answer, { ...words, params }) ?? 'Done.',
    });
  }
  const answer = await context.ask(operation, params);
  if (context.out.isJson) return context.out.json(declaration.json?.(answer) ?? answer);
  context.out.page();
  await declaration.show?.(context, answer, words);
}

/** The input of the operation as far as single words and options say it. */
async function toParams(
  { args: places = [], fixed = {} }: Declaration,
  { access, members }: OperationInput,
  options: readonly Option[],
  context: Context,
  { args, flags }: Words,
): Promise<Params> {
  const params: Record<string, unknown> = {};
  const purpose = { isChanging: access === 'write', creates: flags.create === true };
  for (const [index, { member, kind, isMany }] of places.entries()) {
    if (member === undefined) continue;
    const rest = args.slice(index);
    if (isMany && members[member]?.type === 'array') {
      const values: unknown[] = [];
      for (const word of rest) values.push(await readWord(context, kind, word, purpose));
      setMember(params, member, values);
    } else {
      const word = isMany && rest.length > 0 ? rest.join(' ') : rest[0];
      setMember(params, member, await readWord(context, kind, word, purpose));
    }
  }
  for (const { name, member, flag, means = flags[name] } of options) {
    const given = flags[name];
    const isGiven = Array.isArray(given)
      ? given.length > 0
      : given !== undefined && given !== false;
    if (member === undefined || !isGiven) continue;
    const isWord = typeof given === 'string';
    setMember(params, member, isWord ? await readWord(context, flag.kind, given, purpose) : means);
  }
  for (const [member, value] of Object.entries(fixed)) setMember(params, member, value);
  for (const { member, default: value } of options) if (member) setMember(params, member, value);
  return params;
}

/** What is said first counts: an option before a default. */
function setMember(target: Record<string, unknown>, path: string, value: unknown): void {
  if (value === undefined) return;
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
