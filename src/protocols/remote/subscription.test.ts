import { expect, test } from 'vitest';
import { parseVaultPath } from '../../contract/paths.ts';
import type { PathChange } from './follow-changes.ts';
import { RemoteSubscription } from './subscription.ts';

const now = 1_000_000;

/** `created a`, `deleted dir/`: a slash at the end makes a folder. */
function toChange(text: string): PathChange {
  const [event = '', path = ''] = text.split(' ');
  const type = path.endsWith('/') ? 'folder' : 'file';
  if (event !== 'created' && event !== 'modified' && event !== 'deleted') throw new Error(event);
  return { event, path: parseVaultPath(path), type };
}

/** What a client is sent after some changes. `read` stands for a request of its own in between. */
function check(changes: readonly string[], expected: readonly string[], path = ''): void {
  const subscription = new RemoteSubscription('id', parseVaultPath(path), true, 100);
  let reads = 0;
  for (const text of changes) {
    if (text === 'read') reads++;
    else subscription.add(toChange(text), { ms: 0, reads });
  }
  const events = [...subscription.take(100, now)].map(({ event, path: at }) => `${event} ${at}`);
  expect(events).toEqual(expected);
}

test('changes of one path become one', () => {
  check(['created a', 'modified a', 'modified a'], ['created a']);
  check(['modified a', 'modified a'], ['modified a']);
  check(['modified a', 'deleted a'], ['deleted a']);
});

test('a file that comes back was modified, and one that came and went was never there', () => {
  check(['deleted a', 'created a'], ['modified a']);
  check(['created a', 'deleted a'], []);
  check(['created a', 'deleted a', 'created a'], ['created a']);
});

test('a client that read in between is sent enough to be right, whatever it saw', () => {
  check(['created a', 'read', 'modified a'], ['created a', 'modified a']);
  check(['created a', 'read', 'deleted a'], ['deleted a']);
  check(['deleted a', 'read', 'created a'], ['created a', 'modified a']);
});

test('a deleted folder takes along what was pending for its contents', () => {
  check(['modified dir/a', 'created dir/b', 'deleted dir/'], ['deleted dir']);
  check(
    ['deleted dir/a', 'deleted dir/', 'created dir/', 'created dir/a'],
    ['deleted dir', 'created dir', 'created dir/a'],
  );
});

test('a file in place of a folder is another thing', () => {
  check(['deleted x/', 'created x'], ['deleted x', 'created x']);
  check(['deleted x', 'created x/'], ['deleted x', 'created x']);
});

test('a deleted folder above the subscription takes it along', () =>
  check(['deleted a/', 'created c/'], ['deleted a/b'], 'a/b'));

test('a deletion waits for its path to come back, and what comes after it waits too', () => {
  const subscription = new RemoteSubscription('id', parseVaultPath(''), true, 100);
  const moment = { ms: now, reads: 0 };
  for (const text of ['created a', 'deleted b', 'created c']) {
    subscription.add(toChange(text), moment);
  }
  const take = (ms: number) => [...subscription.take(100, ms)].map(({ path }) => path);
  expect(take(now + 1)).toEqual(['a']);
  expect(subscription.dueInMs(now + 1)).toBe(99);
  expect(take(now + 100)).toEqual(['b', 'c']);
  expect(subscription.dueInMs(now)).toBeUndefined();
});
