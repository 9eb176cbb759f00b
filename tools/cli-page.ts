import { usageOf } from '../src/cli/arguments.ts';
import { type Command, type Group, groups } from '../src/cli/command.ts';
import { declarations } from '../src/cli/commands/index.ts';
import { toCommands } from '../src/cli/derive.ts';
import { commonFlags } from '../src/cli/flags.ts';
import { flagRows } from '../src/cli/help.ts';
import { toOperationInputs } from './cli-operations.ts';

/** Every command with its options and examples. */
export function toCliPage(): string {
  const commands = toCommands(declarations, toOperationInputs());
  const shown = commands.filter(({ isHidden }) => !isHidden);
  const sections = (Object.keys(groups) as Group[])
    .filter((group) => shown.some((command) => command.group === group))
    .map((group) => {
      const members = shown.filter((command) => command.group === group);
      return `## ${groups[group]}\n\n${members.map(toSection).join('\n')}`;
    });
  return `# The command line

This page is made from the declarations of the commands by \`npm run gen\`.

\`vaultd\` talks to the daemon when one serves the vault, and opens the vault in its own process otherwise. The results are the same.

## Which vault

1. \`--vault\` (a name or a folder), before or after the command
2. \`OBSIDIAN_VAULT_PATH\`
3. the nearest folder upwards that has \`.obsidian\` in it, that the daemon serves, or that the configuration names
4. the only vault of the daemon, or of the configuration

A command that changes something prints the name of the vault, unless you named it. In a folder with notes that is no known vault, such a command does not fall back to rule 4: it fails and says what to type.

## Names, output and exit status

A note is named by its path (\`.md\` may be left out), by its bare name when only one note has it, or by a wikilink.

| Exit status | Meaning |
|---|---|
| 0 | it worked |
| 1 | it failed; the reason is on the error stream, as JSON with \`--json\`. \`search\` without a match, \`lint\` with problems |
| 2 | the command line is wrong |
| 3 | the daemon is not running (\`status\`), or runs already (\`serve\`, \`daemon run\`) |
| 4 | the daemon runs but does not answer |
| 5 | the runtime folder is not safe to use |

Colours, tables and the pager appear on a terminal only. \`NO_COLOR\` and \`--no-color\` turn colours off; \`VAULTD_PAGER\` names the pager, and an empty one turns it off.

Output that was cut says so on the error stream; \`--limit 0\` shows all.

Options of all commands, which may also come before the command:

${toOptions(flagRows(commonFlags))}
${sections.join('\n')}`;
}

function toSection(command: Command): string {
  const { name, summary, about, args, flags, examples } = command;
  const parts = [`### vaultd ${name}`, '', summary, '', '```sh', usageOf(command), '```', ''];
  if (about !== undefined) parts.push(about, '');
  const rows = [
    ...args.map(({ name: word, summary: what }): [string, string] => [word, what]),
    ...flagRows(flags),
  ];
  if (rows.length > 0) parts.push(toOptions(rows));
  if (examples.length > 0) {
    parts.push('```sh', ...examples.flatMap(([line, what]) => [`# ${what}`, line]), '```', '');
  }
  return parts.join('\n');
}

function toOptions(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(
    ([left, right]) => `| \`${left.trim()}\` | ${right.replaceAll('|', '\\|')} |`,
  );
  return `| | |\n|---|---|\n${lines.join('\n')}\n`;
}
