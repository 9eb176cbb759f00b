import { fileURLToPath } from 'node:url';
import { builtUrl } from '../kit/entry-url.ts';
import { usageOf } from './arguments.ts';
import { type Command, type Group, groups } from './command.ts';
import { commonFlags, type Flags } from './flags.ts';
import type { Screen } from './output.ts';
import { type Style, widthOf } from './style.ts';
import { wrap } from './table.ts';

type Row = readonly [left: string, right: string];

const nameWidth = 12;

/** All commands on one screen: a line each where there is room for it, else in two columns, the smallest without examples. */
export function overview(commands: readonly Command[], version: string, screen: Screen): string {
  const shown = commands.filter(({ isHidden }) => !isHidden);
  const { rows, style } = screen;
  const columns = shortOverview(shown, version, style);
  const smallest = [...columns, ...shortEnd];
  const forms = [longOverview(shown, version, style), [...columns, ...longEnd(style)], smallest];
  return `${(forms.find(({ length }) => length < rows) ?? smallest).join('\n')}\n`;
}

function longOverview(commands: readonly Command[], version: string, style: Style): string[] {
  const lines = [
    `${style.bold('vaultd')} ${version} – a server for folders of Markdown notes`,
    '',
    `${style.bold('Usage:')} vaultd COMMAND [options]`,
  ];
  for (const group of Object.keys(groups) as Group[]) {
    const rows = firstWords(commands, group, ({ summary }) => summary);
    if (rows.length === 0) continue;
    lines.push('', style.bold(groups[group]));
    for (const [name, what] of rows) lines.push(`  ${style.cyan(name.padEnd(nameWidth))}${what}`);
  }
  return [...lines, ...longEnd(style)];
}

function longEnd(style: Style): string[] {
  return [
    '',
    style.bold('Options of every command'),
    ...toColumns(flagRows(commonFlags), helpWidth, style),
    '',
    style.bold('Examples'),
    ...firstSteps.map(([line, what]) => `  ${line.padEnd(37)}${style.dim(`# ${what}`)}`),
    '',
    `vaultd COMMAND --help shows more. Documentation: ${docsPath('README.md')}`,
  ];
}

const shortEnd = [
  'Options of every command: --vault VAULT, --json, --quiet, --no-color, --help',
  'More: vaultd COMMAND --help. Examples and documentation: vaultd --help | less',
];

const helpWidth = 80;

const firstSteps = [
  ['vaultd serve ~/Notes', 'serve a folder over every protocol'],
  ['vaultd setup claude-desktop ~/Notes', 'connect an agent'],
  ['vaultd search garden soil', 'find notes, the best first'],
  ['vaultd log', 'who changed what, and when'],
  ['vaultd undo', 'undo the latest change'],
] as const;

/** Pages of the documentation come with the program. */
function docsPath(page: string): string {
  return fileURLToPath(new URL(`../docs/${page}`, builtUrl('')));
}

const halfWidth = 40;

/** Every line counts on a small screen, so two groups share a title there. */
const shortBlocks: readonly (readonly [title: string, ...Group[]])[] = [
  [groups.notes, 'notes'],
  [groups.find, 'find'],
  [groups.history, 'history'],
  [`${groups.daemon}, ${groups.protocols.toLowerCase()}`, 'daemon', 'protocols'],
];

function shortOverview(all: readonly Command[], version: string, style: Style): string[] {
  const commands = all.filter(({ brief }) => brief !== '');
  const blocks = shortBlocks.map(([title, ...together]) => [
    style.bold(title),
    ...together
      .flatMap((group) => firstWords(commands, group, ({ brief, summary }) => brief ?? summary))
      .map(
        ([name, what]) =>
          ` ${style.cyan(name.padEnd(nameWidth - 1))}${cut(what, halfWidth - nameWidth - 1)}`,
      ),
  ]);
  const half = blocks.flat().length / 2;
  const [left, right]: [string[], string[]] = [[], []];
  for (const block of blocks)
    (left.length + block.length / 2 <= half ? left : right).push(...block);
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const [one = '', two = ''] = [left[i], right[i]];
    return `${one}${' '.repeat(Math.max(1, halfWidth - widthOf(one)))}${two}`.trimEnd();
  });
  return [`${style.bold('vaultd')} ${version}. Usage: vaultd COMMAND [options]`, ...rows];
}

/** `daemon start`, `daemon stop` and the like share a line. */
function firstWords(
  commands: readonly Command[],
  wanted: Group,
  say: (command: Command) => string,
): Row[] {
  const lines = new Map<string, string[]>();
  for (const command of commands.filter(({ group }) => group === wanted)) {
    const [first = '', second] = command.name.split(' ');
    lines.set(first, [...(lines.get(first) ?? []), second ?? say(command)]);
  }
  return [...lines].map(([first, words]) => [first, words.join(', ')]);
}

/** As many of the words of a list as fit, and a sign where some are left out. */
function cut(words: string, width: number): string {
  if (words.length <= width) return words;
  return `${words.slice(0, words.lastIndexOf(', ', width - 3))}, …`;
}

/** One command: what it does, how to call it, examples. */
export function commandHelp(command: Command, screen: Screen): string {
  const { width, rows: height, style } = screen;
  const { summary, about, args, flags, examples, isRaw } = command;
  const rows: Row[] = [
    ...args.map(({ name, summary: what }): Row => [name, what]),
    ...flagRows(flags),
  ];
  const lines = [
    ...wrap(about === undefined ? summary : `${summary} ${about}`, width),
    '',
    `${style.bold('Usage:')} ${usageOf(command)}`,
    ...toColumns(rows, width, style),
  ];
  const everywhere = isRaw ? [] : globalLines(screen);
  const link = ['', `Documentation: ${docsPath('cli.md')}`];
  const shown = examples.length > 0 ? ['', ...toExamples(examples, screen, height)] : [];
  const whole = [...lines, ...everywhere, ...shown, ...link];
  if (whole.length < height) return `${whole.join('\n')}\n`;
  // On a small screen the options that every command has share a line, and the overview has the rest.
  if (!isRaw) lines.push(`      ${style.cyan('--vault, --json, --quiet, --help')}`);
  const room = height - lines.length - 2;
  if (examples.length > 0) lines.push('', ...toExamples(examples, screen, room));
  return `${lines.join('\n')}\n`;
}

function globalLines({ width, style }: Screen): string[] {
  return [
    '',
    style.bold('Options of every command:'),
    ...toColumns(flagRows(commonFlags), width, style),
  ];
}

/** Several commands under one word, such as `daemon`. */
export function familyHelp(
  word: string,
  commands: readonly Command[],
  { width, style }: Screen,
): string {
  const rows = commands.map(({ name, summary }): Row => [name, summary]);
  return [
    `${style.bold('Usage:')} vaultd ${word} COMMAND`,
    '',
    ...toColumns(rows, width, style),
    '',
    `vaultd ${word} COMMAND --help shows options and examples.`,
    '',
  ].join('\n');
}

export function flagRows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, { type, short, value, summary, choices }]) => {
    const word = value ?? (type === 'number' ? 'N' : name.toUpperCase());
    const shown = type === 'boolean' ? '' : ` ${word}`;
    const values = choices === undefined ? '' : ` One of ${choices.join(', ')}.`;
    const repeated = type === 'list' ? ' Can be repeated.' : '';
    return [`${short ? `-${short}, ` : '    '}--${name}${shown}`, `${summary}${values}${repeated}`];
  });
}

/** A comment on each line follows it where all of them fit, else it precedes it. */
function toExamples(
  examples: Command['examples'],
  { width, style }: Screen,
  rows: number,
): string[] {
  const longest = Math.max(...examples.map(([line]) => line.length));
  const fits = (column: number, what: string) => column + what.length + 6 <= width;
  const isTable = examples.every(([, what]) => fits(longest, what));
  const isTight = examples.length * 2 > rows;
  return examples.flatMap(([line, what]) => {
    const about = style.dim(`# ${what}`);
    if (isTable) return [`  ${line.padEnd(longest)}  ${about}`];
    if (isTight && fits(line.length, what)) return [`  ${line}  ${about}`];
    return [`  ${about}`, `  ${line}`];
  });
}

function toColumns(rows: readonly Row[], width: number, style: Style): string[] {
  const left =
    Math.max(...rows.filter(([, what]) => what !== '').map(([name]) => name.length), 0) + 2;
  return rows.flatMap(([name, what]) => {
    const [first = '', ...more] = wrap(what, width - left - 2);
    const head = `  ${style.cyan(name.padEnd(left))}${first}`.trimEnd();
    return [head, ...more.map((line) => `${' '.repeat(left + 2)}${line}`)];
  });
}
