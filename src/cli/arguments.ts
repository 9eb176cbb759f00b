import { parseArgs } from 'node:util';
import { findNearest } from '../kit/nearest.ts';
import type { Command, Words } from './command.ts';
import { type CommonInput, commonFlags, type Flag, type Flags } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** `daemon start` before `daemon`. */
export function findCommand(
  commands: readonly Command[],
  [first = '', second = '']: readonly string[],
): Command | undefined {
  return (
    commands.find(({ name }) => name === `${first} ${second}`) ??
    commands.find(({ name }) => name === first)
  );
}

/** The options that every command has may also come before its name. Throws `UsageError`. */
export function splitGlobals(given: readonly string[]): {
  readonly globals: readonly string[];
  readonly words: readonly string[];
} {
  let at = 0;
  for (let word = given[at]; word?.startsWith('-'); word = given[at]) {
    const [option = ''] = word.split('=');
    if (['-h', '--help', '-V', '--version'].includes(option)) break;
    const flag = Object.entries<Flag>(commonFlags).find(
      ([name, { short }]) => option === `--${name}` || option === `-${short}`,
    );
    if (flag === undefined) throw unknownGlobal(option);
    const [, { type }] = flag;
    at += type === 'boolean' || word.includes('=') ? 1 : 2;
    if (at > given.length) throw new UsageError(`${option} requires a value.`);
  }
  return { globals: given.slice(0, at), words: given.slice(at) };
}

function unknownGlobal(option: string): UsageError {
  const nearest = findNearest(option.replace(/^-+/, ''), Object.keys(commonFlags));
  const meant = nearest === undefined ? '' : ` Did you mean --${nearest}?`;
  return new UsageError(
    `${option} is not an option of every command.${meant}`,
    `Options of one command follow its name: vaultd COMMAND ${option}`,
  );
}

/** Reads the words after the name of a command. Throws `UsageError`. */
export function parseArguments(
  command: Command,
  words: readonly string[],
): { readonly words: Omit<Words, 'params'>; readonly common: CommonInput } {
  const flags: Flags = { ...commonFlags, ...command.flags };
  const { values, positionals } = parseWords(command, flags, words);
  const read = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, toValue(name, flag, values[name])]),
  );
  const { vault, json, quiet, help, 'no-color': noColor } = read;
  const common: CommonInput = {
    vault: typeof vault === 'string' ? vault : undefined,
    json: json === true,
    quiet: quiet === true,
    help: help === true,
    'no-color': noColor === true,
    'dry-run': read['dry-run'] === true,
  };
  if (!common.help) checkCount(command, positionals);
  return { words: { args: positionals, flags: read }, common };
}

/** How the command is called, on one line. */
export function usageOf({ name, args, flags, isRaw }: Command): string {
  const words = args.map(({ name: word, isOptional, isMany }) => {
    const shown = isMany ? `${word}…` : word;
    return isOptional ? `[${shown}]` : shown;
  });
  const options = Object.keys(flags).length > 0 && !isRaw ? ['[options]'] : [];
  return ['vaultd', name, ...options, ...words].join(' ');
}

function parseWords(command: Command, flags: Flags, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short }]) => [
      name,
      {
        type: type === 'boolean' ? ('boolean' as const) : ('string' as const),
        multiple: type === 'list',
        ...(short && { short }),
      },
    ]),
  );
  try {
    const args = words.map((word) => (isText(word) ? `${textMark}${word}` : word));
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { ...parsed, positionals: parsed.positionals.map((word) => word.replace(textMark, '')) };
  } catch (thrown) {
    throw toUsageError(command, flags, thrown);
  }
}

/** Keeps the parser from taking a text for an option. */
const textMark = '\uE000';

/** Markdown often begins with a dash: a list item, a rule, a number. No option is written like that. */
function isText(word: string): boolean {
  return /^-{1,2}[^-A-Za-z]|^-{3,}/.test(word);
}

function toValue(name: string, { type, choices }: Flag, given: unknown): unknown {
  if (type === 'boolean') return given === true;
  if (type === 'list') return given ?? [];
  if (given === undefined) return undefined;
  if (type === 'number') {
    const number = Number(given);
    if (Number.isFinite(number) && String(given).trim() !== '') return number;
    throw new UsageError(`--${name} requires a number, not ${JSON.stringify(given)}.`);
  }
  if (choices !== undefined && !choices.includes(String(given))) {
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not ${given}.`);
  }
  return given;
}

function checkCount(command: Command, given: readonly string[]): void {
  const required = command.args.filter(({ isOptional }) => !isOptional);
  const missing = required[given.length];
  if (missing !== undefined) {
    throw new UsageError(`${missing.name} is missing.`, `Usage: ${usageOf(command)}`);
  }
  const takesMany = command.args.some(({ isMany }) => isMany);
  const extra = takesMany ? undefined : given[command.args.length];
  if (extra !== undefined) {
    throw new UsageError(
      `Unexpected argument ${JSON.stringify(extra)}.`,
      `Names with spaces need quotes. Usage: ${usageOf(command)}`,
    );
  }
}

function toUsageError({ name }: Command, flags: Flags, thrown: unknown): unknown {
  if (!(thrown instanceof TypeError) || !('code' in thrown)) return thrown;
  const { message } = thrown;
  const option = (/'[^']*(--[^'=, ]+)/.exec(message) ?? /'(-[^'=, ]+)/.exec(message))?.[1] ?? '';
  if (thrown.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const nearest = findNearest(option.replace(/^-+/, ''), Object.keys(flags));
    const hint = nearest === undefined ? '' : ` Did you mean --${nearest}?`;
    return new UsageError(`There is no option ${option}.${hint}`, `See vaultd ${name} --help.`);
  }
  const flag = flags[option.replace(/^-+/, '')];
  const isValue = flag !== undefined && flag.type !== 'boolean';
  return new UsageError(isValue ? `${option} requires a value.` : `${option} takes no value.`);
}
