import { basename } from 'node:path';
import { type CommonInput, type Parsed, parseArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { commands } from './commands/index.ts';
import { complete } from './completion.ts';
import { Context } from './context.ts';
import { reportFailure } from './failures.ts';
import { commandHelp, familyHelp, overview } from './help.ts';
import { findNearest } from './nearest.ts';
import { Output } from './output.ts';

declare const VAULTD_VERSION: string;

process.exitCode = await main(toWords(process.argv));

/** Under the name of the remote daemon it stands in for, the executable behaves like it. */
function toWords([, script = '', ...words]: readonly string[]): readonly string[] {
  return basename(script) === 'obsidian-remote-server' ? ['remote', ...words] : words;
}

async function main(words: readonly string[]): Promise<number> {
  const plain: CommonInput = {
    vault: undefined,
    json: words.includes('--json'),
    quiet: false,
    help: false,
    'no-color': words.includes('--no-color'),
  };
  const out = new Output(plain, process.env);
  // Whoever reads the output may stop reading, as `head` does. That is no failure.
  process.stdout.on('error', () => process.exit(0));
  try {
    return await start(words, out);
  } catch (thrown) {
    return reportFailure(out, thrown);
  }
}

async function start(words: readonly string[], out: Output): Promise<number> {
  const [first, second] = words;
  if (first === undefined || first === '--help' || first === '-h') {
    out.write(overview(commands, VAULTD_VERSION, out.screen));
    return 0;
  }
  if (first === '--version' || first === '-V') {
    out.line(VAULTD_VERSION);
    return 0;
  }
  if (first === 'help')
    return start(second === undefined ? ['--help'] : [...words.slice(1), '-h'], out);
  if (first === '__complete') return answerShell(words.slice(2));
  const command = findCommand(words);
  if (command === undefined) return startFamily(first, second, out);
  return run(command, words.slice(command.name.split(' ').length));
}

async function run(command: Command, rest: readonly string[]): Promise<number> {
  const { input, common } = command.isRaw ? rawInput(rest) : parseArguments(command, rest);
  const context = new Context(common);
  if (common.help) {
    context.out.write(commandHelp(command, context.out.screen));
    return 0;
  }
  try {
    await command.run(context, input);
  } catch (thrown) {
    context.exitWith(reportFailure(context.out, thrown));
  } finally {
    await context.close();
  }
  return context.exitCode;
}

/** What the completion of a shell asks: one answer a line, a tab before what it is about. */
async function answerShell(words: readonly string[]): Promise<number> {
  const context = new Context(rawInput([]).common);
  try {
    const answers = await complete(context, commands, words);
    for (const [word, what] of answers) context.out.line(what === '' ? word : `${word}\t${what}`);
  } finally {
    await context.close();
  }
  return 0;
}

function rawInput(words: readonly string[]): Parsed {
  const help = words.includes('--help') || words.includes('-h');
  const common = { vault: undefined, json: false, quiet: false, help, 'no-color': false };
  return { input: { args: words, flags: {} }, common };
}

/** `daemon start` before `daemon`. */
function findCommand([first = '', second = '']: readonly string[]): Command | undefined {
  return (
    commands.find(({ name }) => name === `${first} ${second}`) ??
    commands.find(({ name }) => name === first)
  );
}

function startFamily(first: string, second: string | undefined, out: Output): number {
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (family.length === 0) {
    const names = commands.map(({ name }) => name.split(' ')[0] ?? '');
    throw unknown(`There is no command ${JSON.stringify(first)}.`, findNearest(first, names));
  }
  const help = familyHelp(first, family, out.screen);
  if (second === undefined || second === '--help' || second === '-h') {
    out.write(help);
    return second === undefined ? 2 : 0;
  }
  const seconds = family.map(({ name }) => name.slice(first.length + 1));
  const nearest = findNearest(second, seconds);
  throw unknown(
    `There is no command ${JSON.stringify(`${first} ${second}`)}.`,
    nearest && `${first} ${nearest}`,
  );
}

function unknown(message: string, nearest: string | undefined): UsageError {
  return new UsageError(
    nearest ? `${message} Did you mean "vaultd ${nearest}"?` : message,
    'See vaultd --help.',
  );
}
