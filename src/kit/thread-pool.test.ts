import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ThreadPool } from './thread-pool.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'thread-pool-'));
  for (const size of [1, 2, 3, 4]) writeFileSync(join(root, `${size}.txt`), 'x'.repeat(size));
});
afterAll(() => rmSync(root, { recursive: true }));

let pool: ThreadPool;
afterEach(() => pool.close(new Error('The test is over.')));

/** A thread that reads files says how long each is. */
function openPool(ahead: number): ThreadPool {
  pool = new ThreadPool({ entry: 'index-worker', threadsMax: 1, ahead, idleMs: 10_000 });
  return pool;
}

async function lengthOf(size: number, folder = root): Promise<number | undefined> {
  const stats = new Float64Array([size, 0, 0, 0, 0]);
  const request = { root: folder, paths: [`${size}.txt`], stats, withTexts: true };
  const { ends } = await pool.run<{ ends: Uint32Array }>(request);
  return ends[0];
}

for (const ahead of [0, 1, 3]) {
  test(`with ${ahead} requests ahead each gets its own answer`, async () => {
    openPool(ahead);
    const sizes = [1, 2, 3, 4, 2, 1];
    expect(await Promise.all(sizes.map((size) => lengthOf(size)))).toEqual(sizes);
  });
}

test('a small answer brings no memory but its own', async () => {
  openPool(0);
  const request = { root, paths: ['1.txt'], stats: new Float64Array([1, 0, 0, 0, 0]) };
  const { packed } = await pool.run<{ packed: Uint8Array }>({ ...request, withTexts: true });
  expect(packed.buffer.byteLength).toBe(packed.byteLength);
});

test('what a thread got ahead fails with it, and the next request gets a new thread', async () => {
  openPool(1);
  const nowhere = join(root, 'nowhere');
  const asked = [lengthOf(1, nowhere), lengthOf(2), lengthOf(3)];
  const results = await Promise.allSettled(asked);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await lengthOf(4)).toBe(4);
});

test('a request that is given up ends its thread, and those that wait for one go on', async () => {
  openPool(0);
  const given = new AbortController();
  const first = pool.run({ root, paths: [], stats: new Float64Array(), withTexts: false }, given);
  const second = lengthOf(2);
  given.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  expect(await second).toBe(2);
});
