import { expect, test } from 'vitest';
import { AsyncQueue } from './async-queue.ts';

function open(sizeMax?: number) {
  const log: string[] = [];
  const queue = new AsyncQueue<number>({
    ...(sizeMax !== undefined && { sizeMax }),
    onDrop: () => log.push('dropped'),
    onClose: async () => {
      log.push('closed');
    },
  });
  return { queue, log };
}

async function read(queue: AsyncQueue<number>): Promise<number[]> {
  const values: number[] = [];
  for await (const value of queue) values.push(value);
  return values;
}

test('values come in order, those that waited and those that come while it is read', async () => {
  const { queue, log } = open();
  queue.push(1);
  const values = read(queue);
  await Promise.resolve();
  queue.push(2);
  queue.push(3);
  queue.end();
  queue.push(4);
  expect(await values).toEqual([1, 2, 3]);
  expect(log).toEqual([]);
});

test('a slow reader gets the latest values', async () => {
  const { queue, log } = open(2);
  for (const value of [1, 2, 3, 4]) queue.push(value);
  queue.end();
  expect(await read(queue)).toEqual([3, 4]);
  expect(log).toEqual(['dropped', 'dropped']);
});

test('whoever stops reading closes the queue, once', async () => {
  const { queue, log } = open();
  queue.push(1);
  for await (const value of queue) if (value === 1) break;
  await queue.close();
  expect(log).toEqual(['closed']);
});
