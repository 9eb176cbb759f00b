import { expect, test } from 'vitest';
import { Fifo } from './fifo.ts';

test('gives things back in the order they came, however they are mixed', () => {
  const fifo = new Fifo<number>();
  const seen: number[] = [];
  let next = 0;
  for (let round = 0; round < 200; round++) {
    for (let i = 0; i < 50; i++) fifo.push(next++);
    for (let i = 0; i < 40; i++) seen.push(fifo.shift() ?? -1);
  }
  expect(fifo.size).toBe(2000);
  while (fifo.size > 0) seen.push(fifo.shift() ?? -1);
  expect(seen).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
  expect(fifo.shift()).toBeUndefined();
  expect(fifo.peek()).toBeUndefined();
});
