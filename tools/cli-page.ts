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

\`npm run gen\` generates this page from the declarations of the commands.

\`vaultd\` talks to the daemon if one serves the vault. Otherwise it opens the vault in its own process. The results are the same.

## Which vault

1. \`--vault\` (a name or a folder), before or after the command
2. \`OBSIDIAN_VAULT_PATH\`
3. the nearest parent folder (starting with the current one) that contains \`.obsidian\`, that the daemon serves, or that is in the configuration
4. the only vault of the daemon, or of the configuration

A command that changes something prints the name of the vault, unless you named it. In a folder that has notes but is not a known vault, such a command does not fall back to rule 4: it fails and says what to type.

## Names, output and exit status

Name a note by its path (\`.md\` is optional), by its bare name if only one note has it, or by a wikilink.

| Exit status | Meaning |
|---|---|
| 0 | success |
| 1 | failure; the reason is on standard error, as JSON with \`--json\`. Also \`search\` without a match, and \`lint\` with problems |
| 2 | wrong usage |
| 3 | the daemon is not running (\`status\`), or is already running (\`serve\`, \`daemon run\`) |
| 4 | the daemon is running but does not respond |
| 5 | the runtime folder is not safe to use |

Colours, tables and the pager are used only on a terminal. \`NO_COLOR\` and \`--no-color\` turn colours off; \`VAULTD_PAGER\` sets the pager; an empty value turns it off.

If output is truncated, a note on standard error says so; \`--limit 0\` shows everything.

Options of every command, which can also come before it:

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
