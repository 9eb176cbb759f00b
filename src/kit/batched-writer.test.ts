import { expect, test } from 'vitest';
import { BatchedWriter } from './batched-writer.ts';

test('what comes in one turn goes out as one, in order', async () => {
  const written: string[] = [];
  const writer = new BatchedWriter((text) => written.push(text));
  writer.push('a');
  await Promise.resolve();
  writer.push('b');
  expect(written).toEqual([]);
  await new Promise(setImmediate);
  writer.push('c');
  writer.flush();
  await new Promise(setImmediate);
  expect(written).toEqual(['ab', 'c']);
});
