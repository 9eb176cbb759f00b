import { expect, test } from 'vitest';
import { gather } from './gather.ts';

function collecting(fail?: Error) {
  const taken: (readonly number[])[] = [];
  const add = gather<number>(async (take) => {
    await new Promise(setImmediate);
    if (fail) throw fail;
    taken.push(take());
  });
  return { add, taken };
}

test('items of one moment are taken together', async () => {
  const { add, taken } = collecting();
  await Promise.all([add(1), add(2), add(3)]);
  expect(taken).toEqual([[1, 2, 3]]);
});

test('an item that comes after the taking is taken next time', async () => {
  const { add, taken } = collecting();
  await add(1);
  await add(2);
  expect(taken).toEqual([[1], [2]]);
});

test('a failure before the taking fails all, and the next item starts anew', async () => {
  const { add } = collecting(new Error('no lock'));
  const outcomes = await Promise.allSettled([add(1), add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(add(3)).rejects.toThrow('no lock');
});
