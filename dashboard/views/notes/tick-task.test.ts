import { expect, test } from 'vitest';
import { tickTask } from './tick-task.ts';

const check = (line: string, mark: string, after: string | undefined): void =>
  expect(tickTask(`a\n${line}\nb`, 1, mark)).toBe(
    after === undefined ? undefined : `a\n${after}\nb`,
  );

test('only the mark changes', () => {
  check('- [ ] do', 'x', '- [x] do');
  check('  1. [x] did', ' ', '  1. [ ] did');
  check('> - [ ] quoted [ ]', 'x', '> - [x] quoted [ ]');
  check('* [-] gone\r', ' ', '* [ ] gone\r');
});

test('a line without a task is left alone', () => check('no task', 'x', undefined));
