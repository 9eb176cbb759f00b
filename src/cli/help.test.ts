import { expect, test } from 'vitest';
import { commands } from './all-commands.ts';
import { commandHelp, familyHelp, overview } from './help.ts';
import { createStyle } from './style.ts';

/** The smallest terminal there is; the prompt needs a line, too. */
const screen = { width: 80, rows: 24, style: createStyle({ hasColour: false, hasLinks: false }) };

function fits(text: string): void {
  const lines = text.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > screen.width)).toEqual([]);
  expect(lines.length).toBeLessThan(screen.rows);
}

test('the overview fits a small screen, and names every command', () => {
  const text = overview(commands, '0.0.0', screen);
  fits(text);
  for (const { name, brief } of commands) {
    if (brief !== '') expect(text).toContain(` ${name.split(' ')[0]} `);
  }
});

test('where there is room, each command has a line', () => {
  const text = overview(commands, '0.0.0', { ...screen, rows: 90 });
  expect(text).toContain('  read        Print a note.\n');
  expect(text.split('\n').filter((line) => line.length > screen.width)).toEqual([]);
});

test.each([
  ['a small one', 24, ['--vault VAULT', '--quiet', 'vaultd --help | less']],
  ['the usual one', 45, ['--vault VAULT', '--quiet', 'vaultd undo ', 'docs/README.md']],
  ['a large one', 90, ['--vault VAULT', '--quiet', 'vaultd undo ', 'docs/README.md']],
])(
  'on %s, the overview has the options of every command and leads to the documentation',
  (_which, rows, parts) => {
    const text = overview(commands, '0.0.0', { ...screen, rows });
    expect(text.split('\n').length).toBeLessThanOrEqual(rows);
    for (const part of parts) expect(text).toContain(part);
  },
);

test('where there is room, the help of a command has all that and its own examples', () => {
  const search = commands.find(({ name }) => name === 'search');
  const text = search === undefined ? '' : commandHelp(search, { ...screen, rows: 60 });
  for (const part of [
    '--vault VAULT',
    '--json',
    'vaultd search --all garden soil',
    'docs/cli.md',
  ]) {
    expect(text).toContain(part);
  }
});

test.each(commands.map((command) => [command.name, command] as const))(
  'the help of %s fits a small screen',
  (_name, command) => fits(commandHelp(command, screen)),
);

test.each(['daemon', 'ide', 'vault'])('the help of %s fits a small screen', (word) =>
  fits(
    familyHelp(
      word,
      commands.filter(({ name }) => name.startsWith(`${word} `)),
      screen,
    ),
  ),
);
