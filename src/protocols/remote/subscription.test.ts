import { expect, test } from 'vitest';
import { parseVaultPath } from '../../contract/paths.ts';
import type { Change } from './feed.ts';
import { RemoteSubscription } from './subscription.ts';

const now = 1_000_000;

/** `created a`, `deleted dir/`: a slash at the end makes a folder. */
function toChange(text: string): Change {
  const [event = '', path = ''] = text.split(' ');
  const type = path.endsWith('/') ? 'folder' : 'file';
  if (event !== 'created' && event !== 'modified' && event !== 'deleted') throw new Error(event);
  return { event, path: parseVaultPath(path), type };
}

/** What a client hears after some changes. `look` stands for a request of its own in between. */
function check(changes: readonly string[], heard: readonly string[], path = ''): void {
  const subscription = new RemoteSubscription('id', parseVaultPath(path), true, 100);
  let looks = 0;
  for (const text of changes) {
    if (text === 'look') looks++;
    else subscription.note(toChange(text), { ms: 0, looks });
  }
  const events = [...subscription.take(100, now)].map((told) => `${told.event} ${told.path}`);
  expect(events).toEqual(heard);
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

test('who looked in between hears enough to be right, whatever it saw', () => {
  check(['created a', 'look', 'modified a'], ['created a', 'modified a']);
  check(['created a', 'look', 'deleted a'], ['deleted a']);
  check(['deleted a', 'look', 'created a'], ['created a', 'modified a']);
});

test('a folder that goes takes along what was to be told of its contents', () => {
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

test('a folder above the subscription that goes takes it along', () =>
  check(['deleted a/', 'created c/'], ['deleted a/b'], 'a/b'));

test('a deletion waits for its path to come back, and what comes after it waits too', () => {
  const subscription = new RemoteSubscription('id', parseVaultPath(''), true, 100);
  const moment = { ms: now, looks: 0 };
  for (const text of ['created a', 'deleted b', 'created c']) {
    subscription.note(toChange(text), moment);
  }
  const take = (ms: number) => [...subscription.take(100, ms)].map(({ path }) => path);
  expect(take(now + 1)).toEqual(['a']);
  expect(subscription.dueInMs(now + 1)).toBe(99);
  expect(take(now + 100)).toEqual(['b', 'c']);
  expect(subscription.dueInMs(now)).toBeUndefined();
});
