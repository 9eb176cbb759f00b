import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { linesFromEnd } from './tail.ts';

function plantLines(text: string): string {
  const file = join(freshFolder(), '000001.steps');
  writeFileSync(file, text);
  return file;
}

test('lines come last first, also where they are longer than what is read at a time', () => {
  const lines = Array.from({ length: 60 }, (_, n) => `${n} ${'é'.repeat(n * 1000)}`);
  const file = plantLines(`${lines.join('\n')}\n`);
  expect([...linesFromEnd(file)]).toEqual(lines.toReversed());
});

test.each([
  ['', []],
  ['one', ['one']],
  ['one\n', ['one']],
  ['one\ntwo', ['two', 'one']],
])('%j has the lines %j', (text, lines) =>
  expect([...linesFromEnd(plantLines(text))]).toEqual(lines),
);

test.runIf(process.platform === 'linux')('whoever stops early leaves no file open', () => {
  const file = plantLines('one\ntwo\n');
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let i = 0; i < 20; i++) {
    for (const line of linesFromEnd(file)) {
      expect(line).toBe('two');
      break;
    }
  }
  expect(open()).toBeLessThan(before + 20);
});
