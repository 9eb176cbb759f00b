import { afterEach, expect, test } from 'vitest';
import { ThreadPool } from './thread-pool.ts';

let pool: ThreadPool;
afterEach(() => pool.close(new Error('The test is over.')));

/** A thread that analyses notes says how long their texts are. */
function openPool(threadsMax = 1): ThreadPool {
  pool = new ThreadPool({ entry: 'analysis-worker', threadsMax, idleMs: 10_000 });
  return pool;
}

async function lengthOf(size: number): Promise<number> {
  const memories = [new SharedArrayBuffer(size)];
  const places = Uint32Array.of(0, 0, size);
  const request = { memories, places, names: ['x'], wantsWords: false, wantsTexts: true };
  const { texts } = await pool.run<{ texts: SharedArrayBuffer }>(request);
  return texts.byteLength;
}

test.each([1, 2])('with %i threads each request gets its own answer', async (threadsMax) => {
  openPool(threadsMax);
  const sizes = [1, 2, 3, 4, 2, 1];
  expect(await Promise.all(sizes.map((size) => lengthOf(size)))).toEqual(sizes);
});

test('a request that fails ends its thread, and the next one gets a new thread', async () => {
  openPool();
  const asked = [pool.run('not a request'), lengthOf(2), lengthOf(3)];
  const results = await Promise.allSettled(asked);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('a request that is given up ends its thread, and those that wait for one go on', async () => {
  openPool();
  const given = new AbortController();
  const request = { memories: [], places: new Uint32Array(), names: [] };
  const first = pool.run(request, given);
  const second = lengthOf(2);
  given.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  expect(await second).toBe(2);
});
