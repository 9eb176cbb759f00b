import { expect, test } from 'vitest';
import { sayWanted } from './words.ts';

const check = (files: Parameters<typeof sayWanted>[0]['files'], sentence: string): void => {
  const { verb, object, rest } = sayWanted({ files });
  expect(`wants to ${verb} ${object} ${rest}`.trim()).toBe(sentence);
};

test('a change that waits is described by what it would do', () => {
  check([{ what: 'changed', path: 'Home.md' }], 'wants to edit Home');
  check(
    [
      { what: 'moved', path: 'a/Moss.md', to: 'b/Moss.md' },
      { what: 'changed', path: 'Home.md' },
    ],
    'wants to move Moss to b/Moss.md and update links in 1 note',
  );
  check([{ what: 'moved', path: 'Moss.md', to: '.trash/Moss.md' }], 'wants to delete Moss');
  check([{ what: 'folder', path: 'x' }], 'wants to change folder x');
});
