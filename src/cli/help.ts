import { usageOf } from './arguments.ts';
import { type Command, commonFlags, type Flags, type Group, groups } from './command.ts';
import type { Style } from './style.ts';

const nameWidth = 12;

/** All commands on one screen. */
export function overview(commands: readonly Command[], version: string, style: Style): string {
  const lines = [
    `${style.bold('vaultd')} ${version} – a server for folders of Markdown notes`,
    '',
    `${style.bold('Usage:')} vaultd COMMAND [options]`,
  ];
  for (const group of Object.keys(groups) as Group[]) {
    const shown = firstWords(commands.filter((each) => each.group === group && !each.isHidden));
    if (shown.length === 0) continue;
    lines.push('', style.bold(groups[group]));
    for (const [name, summary] of shown) {
      lines.push(`  ${style.cyan(name.padEnd(nameWidth))}${summary}`);
    }
  }
  lines.push('', 'vaultd COMMAND --help shows options and examples. --json works everywhere.');
  return `${lines.join('\n')}\n`;
}

/** `daemon start`, `daemon stop` and the like share a line. */
function firstWords(commands: readonly Command[]): [string, string][] {
  const lines = new Map<string, string[]>();
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ');
    lines.set(first, [...(lines.get(first) ?? []), second ?? summary]);
  }
  return [...lines].map(([first, words]) => [first, words.join(', ')]);
}

/** One command: how to call it, what it does, examples. */
export function commandHelp(command: Command, style: Style): string {
  const { summary, about, args, flags, examples } = command;
  const lines = [summary, '', `${style.bold('Usage:')} ${usageOf(command)}`];
  if (args.length > 0) {
    lines.push('', style.bold('Arguments'));
    lines.push(
      ...toColumns(
        args.map(({ name, summary: what }) => [name, what]),
        style,
      ),
    );
  }
  const own = flagRows(flags);
  if (own.length > 0) lines.push('', style.bold('Options'), ...toColumns(own, style));
  const { vault, json, quiet, help } = commonFlags;
  const rows = flagRows({ vault, json, quiet, help });
  if (!command.isRaw)
    lines.push('', style.bold('Options of all commands'), ...toColumns(rows, style));
  if (about !== undefined) lines.push('', about);
  if (examples.length > 0) {
    lines.push('', style.bold('Examples'));
    for (const [line, what] of examples) lines.push(`  ${style.dim(`# ${what}`)}`, `  ${line}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Several commands under one word, such as `daemon`. */
export function familyHelp(word: string, commands: readonly Command[], style: Style): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    `${style.bold('Usage:')} vaultd ${word} COMMAND`,
    '',
    ...toColumns(rows, style),
    '',
    `vaultd ${word} COMMAND --help shows options and examples.`,
    '',
  ].join('\n');
}

export function flagRows(flags: Flags): [string, string][] {
  return Object.entries(flags).map(([name, { type, short, value, summary, choices }]) => {
    const shown = type === 'boolean' ? '' : ` ${value ?? (type === 'number' ? 'N' : 'TEXT')}`;
    const values = choices === undefined ? '' : ` One of ${choices.join(', ')}.`;
    const repeated = type === 'list' ? ' Can be repeated.' : '';
    return [`${short ? `-${short}, ` : '    '}--${name}${shown}`, `${summary}${values}${repeated}`];
  });
}

function toColumns(rows: readonly (readonly [string, string])[], style: Style): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${style.cyan(left.padEnd(width))}${right}`);
}
