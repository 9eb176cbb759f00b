import { expect, test } from 'vitest';
import { addTask, findTask, setTaskStatus } from './tasks.ts';

const text = '# T\n- [ ] one\n  1. [x] two ^id\n> * [/] three\n- no task [ ]\n';

test('the box of a task gets another character, and nothing else changes', () => {
  expect(setTaskStatus(text, 1, 'x')).toBe(text.replace('[ ] one', '[x] one'));
  expect(setTaskStatus(text, 2, ' ')).toBe(text.replace('[x] two', '[ ] two'));
  expect(setTaskStatus(text, 3, '-')).toBe(text.replace('[/] three', '[-] three'));
});

test('a line without a task has none', () => {
  expect(findTask(text, 0)).toBeUndefined();
  expect(setTaskStatus(text, 4, 'x')).toBeUndefined();
  expect(setTaskStatus(text, 99, 'x')).toBeUndefined();
});

test('a task is added on a line of its own', () => {
  expect(addTask('a', 'b', ' ')).toBe('a\n- [ ] b\n');
  expect(addTask('a\r\n', 'b', 'x')).toBe('a\r\n- [x] b\r\n');
  expect(addTask('', 'b', ' ')).toBe('- [ ] b\n');
});
