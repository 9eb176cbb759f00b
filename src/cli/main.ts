import { basename } from 'node:path';
import { findNearest } from '../kit/nearest.ts';
import { commands } from './all-commands.ts';
import { findCommand, parseArguments, splitGlobals } from './arguments.ts';
import type { Command } from './command.ts';
import { complete, findVaultWord } from './completion.ts';
import { Context } from './context.ts';
import { reportFailure } from './failures.ts';
import type { CommonInput } from './flags.ts';
import { commandHelp, familyHelp, overview } from './help.ts';
import { Output } from './output.ts';
import { UsageError } from './usage-error.ts';

declare const VAULTD_VERSION: string;

/** The whole command line: what `argv` asks for, then the exit code of the process. */
export async function runArgv(argv: readonly string[]): Promise<void> {
  process.exitCode = await main(toWords(argv));
}

/** Called by a name of the remote daemon that it replaces, the executable behaves like it. */
function toWords([, script = '', ...words]: readonly string[]): readonly string[] {
  // The plugin uploads its daemon as ~/.obsidian-remote/server.
  const isRemote = ['obsidian-remote-server', 'server'].includes(basename(script));
  return isRemote ? ['remote', ...words] : words;
}

async function main(words: readonly string[]): Promise<number> {
  const [json, noColor] = [words.includes('--json'), words.includes('--no-color')];
  const out = new Output({ json, 'no-color': noColor }, process.env);
  // A reader such as `head` may stop reading. That is no failure.
  process.stdout.on('error', () => process.exit(0));
  try {
    return await start(words, out);
  } catch (thrown) {
    return reportFailure(out, thrown);
  }
}

async function start(given: readonly string[], out: Output): Promise<number> {
  const { globals, words } = splitGlobals(given);
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
  if (first === '__complete') {
    return inContext({ vault: findVaultWord(words.slice(2)) }, async (context) => {
      // One answer a line, a tab before what it is about.
      const answers = await complete(context, commands, words.slice(2));
      context.out.lines(answers.map(([word, what]) => (what === '' ? word : `${word}\t${what}`)));
    });
  }
  const command = findCommand(commands, words);
  if (command === undefined) return startFamily(first, second, out);
  return run(command, globals, words.slice(command.name.split(' ').length));
}

async function run(
  command: Command,
  globals: readonly string[],
  rest: readonly string[],
): Promise<number> {
  const { words, common } = command.isRaw
    ? toRaw(command, globals, rest)
    : parseArguments(command, [...globals, ...rest]);
  return inContext(common, async (context) => {
    if (common.help) context.out.write(commandHelp(command, context.out.screen));
    else await command.run(context, words);
  });
}

async function inContext(
  common: CommonInput,
  work: (context: Context) => Promise<void>,
): Promise<number> {
  const context = new Context(common);
  try {
    await work(context);
  } catch (thrown) {
    context.exitWith(reportFailure(context.out, thrown));
  } finally {
    await context.close();
  }
  return context.exitCode;
}

/** Only what comes before the name of such a command is ours to read. */
function toRaw(
  command: Command,
  globals: readonly string[],
  args: readonly string[],
): ReturnType<typeof parseArguments> {
  const { common } = parseArguments({ ...command, args: [], flags: {} }, globals);
  const help = args.includes('--help') || args.includes('-h');
  return { words: { args, flags: {} }, common: { ...common, help } };
}

function startFamily(first: string, second: string | undefined, out: Output): number {
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (family.length > 0 && (second === undefined || second === '--help' || second === '-h')) {
    out.write(familyHelp(first, family, out.screen));
    return second === undefined ? 2 : 0;
  }
  const asked = family.length === 0 ? first : `${first} ${second}`;
  const names = (family.length === 0 ? commands : family).map(({ name }) =>
    family.length === 0 ? (name.split(' ')[0] ?? '') : name,
  );
  const nearest = findNearest(asked, names);
  const meant = nearest === undefined ? '' : ` Did you mean "vaultd ${nearest}"?`;
  throw new UsageError(
    `There is no command ${JSON.stringify(asked)}.${meant}`,
    'See vaultd --help.',
  );
}
