import { expect, test } from 'vitest';
import { PathLocks } from './path-locks.ts';

/** Starts every call at once; each records its start and end, and ends a few ticks later. */
async function run(calls: readonly (readonly string[])[]): Promise<string[]> {
  const locks = new PathLocks();
  const seen: string[] = [];
  await Promise.all(
    calls.map((paths) =>
      locks.hold(paths, async () => {
        seen.push(`+${paths.join()}`);
        for (let i = 0; i < 5; i++) await Promise.resolve();
        seen.push(`-${paths.join()}`);
      }),
    ),
  );
  return seen;
}

test('calls on one path take turns in the order they came', async () =>
  expect(await run([['a'], ['a'], ['a']])).toEqual(['+a', '-a', '+a', '-a', '+a', '-a']));

test('calls on different paths run side by side', async () =>
  expect(await run([['a/x'], ['a/y']])).toEqual(['+a/x', '+a/y', '-a/x', '-a/y']));

test('a folder waits for what is below it, and what is below waits for the folder', async () =>
  expect(await run([['a/x'], ['a'], ['a/y']])).toEqual([
    '+a/x',
    '-a/x',
    '+a',
    '-a',
    '+a/y',
    '-a/y',
  ]));

test('the root is a folder like any other', async () =>
  expect(await run([['a/x'], ['']])).toEqual(['+a/x', '-a/x', '+', '-']));

test('a move holds both ends', async () =>
  expect(await run([['a', 'b'], ['b'], ['c']])).toEqual(['+a,b', '+c', '-a,b', '-c', '+b', '-b']));

test.each([
  ['A', 'a'],
  ['\u00e9', 'e\u0301'],
])('%s and %s, names that differ only in case or Unicode form, share a lock', async (a, b) =>
  expect(await run([[a], [b]])).toEqual([`+${a}`, `-${a}`, `+${b}`, `-${b}`]),
);

test.each([
  ['a/b/x', 'a/b'],
  ['a/b/x', 'a'],
  ['a/b/x', ''],
  ['a', 'a'],
  ['', 'a/b'],
])('what was done at %j holds up nobody at %j', async (first, second) => {
  const locks = new PathLocks();
  await locks.hold([first], () => Promise.resolve());
  expect(await locks.hold([second], () => Promise.resolve('gone on'))).toBe('gone on');
});

test.each([
  [0, 1],
  [1, 0],
])('a folder waits for all below it: number %d is done, number %d is not', async (first, last) => {
  const locks = new PathLocks();
  const seen: string[] = [];
  const ends: (() => void)[] = [];
  const below = ['a/x', 'a/y'].map((path) =>
    locks.hold([path], () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  ends[first]?.();
  await below[first];
  const folder = locks.hold(['a'], async () => void seen.push('folder'));
  for (let i = 0; i < 9; i++) await Promise.resolve();
  seen.push('below');
  ends[last]?.();
  await folder;
  expect(seen).toEqual(['below', 'folder']);
});

test('a failing call lets the next one go', async () => {
  const locks = new PathLocks();
  const failing = locks.hold(['a'], () => Promise.reject(new Error('no')));
  const next = locks.hold(['a'], () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
