import { expect, test } from 'vitest';
import { findNearest } from '../kit/nearest.ts';
import { parseArguments, splitGlobals } from './arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const command: Command = {
  name: 'try',
  group: 'notes',
  summary: 'For the tests.',
  args: [
    { name: 'NOTE', summary: '' },
    { name: 'TEXT', summary: '', isOptional: true },
  ],
  flags: {
    limit: { type: 'number', summary: '' },
    tag: { type: 'list', summary: '' },
    sort: { type: 'string', summary: '', choices: ['name', 'count'] },
    'dry-run': { type: 'boolean', short: 'n', summary: '' },
  },
  examples: [],
  run: async () => undefined,
};

const parse = (...words: string[]) => parseArguments(command, words).words;

test.each([
  '- a list item',
  '-',
  '---\ntitle: x',
  '-5 degrees',
  '- [ ] task',
  '–dash',
  '--- ',
  '-> arrow',
])('%j is text, not an option', (text) => {
  expect(parse('a', text).args).toEqual(['a', text]);
  expect(parse('-n', 'a', text).flags['dry-run']).toBe(true);
});

test('flags have values of their types', () => {
  const { flags } = parse('a', '--limit', '5', '--tag', 'x', '--tag=y', '--sort', 'name');
  expect(flags).toMatchObject({ limit: 5, tag: ['x', 'y'], sort: 'name', 'dry-run': false });
  expect(parse('a').flags).toMatchObject({ tag: [], 'dry-run': false });
});

test('after two dashes everything is text', () => {
  expect(parse('--', '--limit', '-n').args).toEqual(['--limit', '-n']);
});

test.each([
  [['a', '--limit', 'x'], '--limit requires a number'],
  [['a', '--sort', 'size'], '--sort must be one of name, count'],
  [['a', '--limt', '5'], 'Did you mean --limit?'],
  [['a', '--tag'], '--tag requires a value'],
  [['a', '--dry-run=yes'], '--dry-run takes no value'],
  [[], 'NOTE is missing'],
  [['a', 'b', 'c'], 'Unexpected argument "c"'],
])('%j is refused', (words, message) => {
  expect(() => parse(...words)).toThrow(UsageError);
  expect(() => parse(...words)).toThrow(message);
});

test('a mistyped word is recognised when it is near, and not when it is far', () => {
  const words = ['read', 'rename', 'search', 'status'];
  expect(findNearest('serach', words)).toBe('search');
  expect(findNearest('stat', words)).toBe('status');
  expect(findNearest('re', words)).toBeUndefined();
  expect(findNearest('banana', words)).toBeUndefined();
});

test.each([
  [
    ['--vault', 'notes', 'read', 'x'],
    ['--vault', 'notes'],
    ['read', 'x'],
  ],
  [
    ['--vault=notes', '-q', 'read', '--json'],
    ['--vault=notes', '-q'],
    ['read', '--json'],
  ],
  [['read', '--vault', 'x'], [], ['read', '--vault', 'x']],
  [['--json', '--help'], ['--json'], ['--help']],
  [[], [], []],
])('%j has the options of every command before its name', (given, globals, words) =>
  expect(splitGlobals(given)).toEqual({ globals, words }),
);

test.each([
  [['--limit', '5', 'search'], '--limit is not an option of every command.'],
  [['--vualt', 'x', 'read'], 'Did you mean --vault?'],
  [['--vault'], '--vault requires a value.'],
])('%j is refused before a command', (given, message) =>
  expect(() => splitGlobals(given)).toThrow(message),
);
