import { describe, expect, test } from 'vitest';
import { commands } from './all-commands.ts';
import type { Command, Declaration } from './command.ts';
import { declarations } from './commands/index.ts';
import { isPart, toCommands } from './derive.ts';
import inputs from './operations.generated.json' with { type: 'json' };

const declared = Object.values(declarations).flat();
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('commands', () => {
  test('are one operation, or say why they are by hand', () => {
    const isOne = ({ operation, byHand, run, show, done }: Declaration) =>
      operation !== undefined && byHand === undefined && run === undefined && (show ?? done);
    const isExplained = ({ byHand = '', run }: Declaration) =>
      run !== undefined && /\.$/.test(byHand);
    expect(namesOf(declared.filter((each) => !isOne(each) && !isExplained(each)))).toEqual([]);
    expect(namesOf(declared.filter(isOne))).toEqual([
      'append',
      'patch',
      'replace',
      'move',
      'rename',
      'rename heading',
      'rename block',
      'rename tag',
      'rename property',
      'move into',
      'move section',
      'related',
      'outline',
      'bulk',
      'show',
      'approve',
      'reject',
      'ledger status',
    ]);
  });

  test('leave out only members that there are', () => {
    const known: Readonly<Record<string, { readonly members: object }>> = inputs;
    const wrong = declared.filter(({ operation = '', without = [], defaults = {} }) => {
      const paths = Object.keys(known[operation]?.members ?? {});
      const all = [...without, ...Object.keys(defaults)];
      return all.some((whole) => !paths.some((path) => isPart(path, whole)));
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  test('have a word of help for every word and every option', () => {
    const isSilent = ({ args, flags }: Command) =>
      [...args, ...Object.values(flags)].some(({ summary }) => summary === '');
    expect(namesOf(commands.filter(isSilent))).toEqual([]);
  });
});

/** A command on an operation with these members, as the command line sees it. */
function derive(declaration: Partial<Declaration>, access = 'read'): Command {
  const shape = { name: 'try', operation: 'Search', examples: [], show: () => {} } as const;
  const members = {
    path: { type: 'string', description: 'Where.', isRequired: true },
    maxCount: { type: 'integer', description: 'How many.' },
    mode: { type: 'string', description: 'How.', enum: ['a', 'b'] },
    since: { type: 'string', format: 'date-time', description: 'When.' },
    'where.tag': { type: 'string', description: 'Which.' },
  };
  const none = { find: [], history: [], daemon: [], protocols: [] };
  const [command] = toCommands(
    { ...none, notes: [{ ...shape, ...declaration }] },
    { Search: { summary: 'Looks.', access, members } },
  );
  if (command === undefined) throw new Error('there is no command');
  return command;
}

describe('what a command has from its operation', () => {
  test('a summary, and an option for every member that nothing else is for', () => {
    const { summary, flags } = derive({ args: [{ name: 'NOTE', member: 'path' }] });
    expect(summary).toBe('Looks.');
    expect(flags).toMatchObject({
      'max-count': { type: 'number', summary: 'How many.' },
      mode: { type: 'string', summary: 'How.', choices: ['a', 'b'] },
      since: { type: 'string', kind: 'time', value: 'TIME' },
      tag: { type: 'string', member: 'where.tag' },
    });
    expect(Object.keys(flags)).toEqual(['max-count', 'mode', 'since', 'tag']);
  });

  test('words that are needed where the schema needs them', () => {
    const args = [
      { name: 'NOTE', member: 'path' },
      { name: 'MODE', member: 'mode' },
    ];
    expect(derive({ args }).args).toMatchObject([
      { summary: 'Where.', isOptional: false },
      { summary: 'How.', isOptional: true },
    ]);
  });

  test('what the declaration says otherwise comes first', () => {
    const { flags } = derive({
      flags: {
        b: { member: 'mode', means: 'b', short: 'b' },
        n: { member: 'maxCount', value: 'X' },
      },
      without: ['where', 'since', 'path'],
    });
    expect(flags).toEqual({
      b: { type: 'boolean', summary: 'How.', member: 'mode', means: 'b', short: 'b' },
      n: { type: 'number', summary: 'How many.', member: 'maxCount', value: 'X' },
    });
  });

  test('a dry run where it writes', () =>
    expect(derive({}, 'write').flags).toHaveProperty('dry-run'));

  test('an error for a member that the operation does not have', () =>
    expect(() => derive({ flags: { gone: {} } })).toThrow('There is no member gone'));
});
