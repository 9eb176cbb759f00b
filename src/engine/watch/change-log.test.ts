import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { createChangeLog } from './change-log.ts';

const all = { maySee: (_change: { readonly path: string }) => true, max: 100 };

function logOf(...changes: readonly string[]) {
  const log = createChangeLog('run');
  note(log, ...changes);
  return log;
}

function note(log: ReturnType<typeof createChangeLog>, ...changes: readonly string[]): void {
  for (const text of changes) {
    const [kind = '', path = '', to = ''] = text.split(' ');
    const type = path.endsWith('/') ? 'folder' : 'file';
    if (kind === 'renamed') {
      log.append([{ kind, path: parseVaultPath(path), newPath: parseVaultPath(to), type }]);
    } else if (kind === 'created' || kind === 'modified' || kind === 'deleted') {
      log.append([{ kind, path: parseVaultPath(path), type }]);
    }
  }
}

const said = (log: ReturnType<typeof createChangeLog>, cursor: string, options = all) =>
  log.since(cursor, options)?.changes.map(({ event, path }) => `${event} ${path}`);

test('what happened after a cursor is told once per path, in order', () => {
  const log = logOf('created before');
  const cursor = log.cursor();
  note(log, 'created a', 'modified b', 'modified a', 'renamed c d', 'modified dir/');
  expect(said(log, cursor)).toEqual(['modified b', 'created a', 'deleted c', 'created d']);
  expect(said(log, log.cursor())).toEqual([]);
});

test('a file is new to whoever has not heard of it, and changed to whoever has', () => {
  const log = logOf();
  const start = log.cursor();
  note(log, 'created a');
  const between = log.cursor();
  note(log, 'modified a');
  expect(said(log, start)).toEqual(['created a']);
  expect(said(log, between)).toEqual(['modified a']);
});

test('a folder that went is told even if another one came in its place', () => {
  const log = logOf('created dir/', 'created dir/a');
  const cursor = log.cursor();
  note(log, 'deleted dir/', 'created dir/', 'created dir/b');
  expect(said(log, cursor)).toEqual(['deleted dir', 'created dir', 'created dir/b']);
  note(log, 'deleted dir/');
  expect(said(log, cursor)).toEqual(['created dir/b', 'deleted dir']);
});

test('a page ends where the next one begins', () => {
  const log = logOf();
  const start = log.cursor();
  note(log, 'created a', 'created b', 'created c');
  const first = log.since(start, { ...all, max: 2 });
  expect(first).toMatchObject({ more: true });
  expect(said(log, first?.cursor ?? '')).toEqual(['created c']);
});

test('what a caller may not know is not told and does not end a page', () => {
  const log = logOf();
  const start = log.cursor();
  note(log, 'created a', 'created secret', 'created b');
  const options = { maySee: ({ path }: { path: string }) => path !== 'secret', max: 2 };
  expect(log.since(start, options)).toMatchObject({ more: false });
  expect(said(log, start, options)).toEqual(['created a', 'created b']);
});

test('a cursor of another run, of the future or of nothing is unknown', () => {
  const log = logOf('created a');
  for (const cursor of ['other-0', 'run-9', 'nonsense', '']) {
    expect(log.since(cursor, all)).toBeUndefined();
  }
});

test('the log is bounded, and says when it does not reach back', () => {
  const log = logOf('created a');
  const old = log.cursor();
  for (let i = 0; i <= limits.changesLoggedMax; i++) note(log, `created n${i}`);
  expect(log.since('run-0', all)).toBeUndefined();
  expect(log.since(old, all)).toBeUndefined();
  expect(log.since(log.cursor(), all)).toBeDefined();
});
