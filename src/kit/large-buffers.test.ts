import { expect, test } from 'vitest';
import { LargeBuffers } from './large-buffers.ts';

test('a buffer that was given back is used again, also for less', () => {
  const buffers = new LargeBuffers();
  const first = buffers.take(3_000_000);
  expect(first.length).toBe(3_000_000);
  buffers.giveBack(first);
  const second = buffers.take(1_500_000);
  expect([second.length, second.buffer === first.buffer]).toEqual([1_500_000, true]);
  expect(buffers.take(1_500_000).buffer).not.toBe(first.buffer);
});

test('what is lent, given back twice or not ours is not handed out', () => {
  const buffers = new LargeBuffers();
  const lent = buffers.take(1_000_000);
  buffers.giveBack(lent);
  buffers.giveBack(lent);
  buffers.giveBack(Buffer.alloc(5_000_000));
  expect(buffers.take(1_000_000).buffer).toBe(lent.buffer);
  expect(buffers.take(1_000_000).buffer).not.toBe(lent.buffer);
});

test('no more is kept than is allowed', () => {
  const buffers = new LargeBuffers();
  const lent = Array.from({ length: 5 }, () => buffers.take(10_000_000));
  for (const each of lent) buffers.giveBack(each);
  const again = Array.from({ length: 5 }, () => buffers.take(10_000_000));
  expect(again.filter(({ buffer }) => lent.some((old) => old.buffer === buffer))).toHaveLength(3);
});

test('a small buffer is none of these', () => {
  const buffers = new LargeBuffers();
  const small = buffers.take(2000);
  expect([small.length, small.buffer.byteLength < 100_000]).toEqual([2000, true]);
  buffers.giveBack(small);
  expect(buffers.take(1_000_000).buffer).not.toBe(small.buffer);
});
