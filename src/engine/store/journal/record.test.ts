import { expect, test } from 'vitest';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import {
  type BeginRecord,
  decodeRecord,
  encodeLine,
  encodeRecord,
  pathsOfOp,
  toStep,
} from './record.ts';

const end = (id: string) => ({ t: 'done', id }) as const;

test('any record comes back from its line, whatever digits its checksum starts with', () => {
  const lines = Array.from({ length: 64 }, (_, n) => encodeRecord(end(`step ${n} é\n`)));
  expect(lines.some((line) => line.startsWith('0'))).toBe(true);
  for (const [n, line] of lines.entries()) {
    expect(line).toMatch(/^[0-9a-f]{8} \{.*\}\n$/);
    expect(decodeRecord(line.trimEnd())).toEqual(end(`step ${n} é\n`));
  }
});

test.each([
  ['nothing', ''],
  ['no checksum', '{"t":"done","id":"1"}'],
  ['a checksum of another record', encodeRecord(end('1')).trimEnd().replace('"1"', '"2"')],
  ['a damaged checksum', encodeRecord(end('1')).trimEnd().replace(/^./, 'x')],
  ['half a record', encodeRecord(end('1')).slice(0, 20)],
])('a line with %s is no record', (_what, line) => {
  expect(decodeRecord(line)).toBeUndefined();
});

const begin = (id: string, owner: string): BeginRecord => ({
  ...{ t: 'begin', owner, id, at: 0, protocol: 'local', client: 'é', why: '"id":"x"', ops: [] },
  blobs: {},
});

test('a step says what its beginning says, and what it takes back only where it does', () => {
  const { t: _t, owner: _owner, blobs: _blobs, ...step } = begin('2', '1');
  expect(toStep(begin('2', '1'))).toStrictEqual({ ...step, outcome: 'open' });
  expect(toStep({ ...begin('2', '1'), undoes: '1' })).toStrictEqual({
    ...{ ...step, undoes: '1', outcome: 'open' },
  });
});

test('a move speaks of two paths, anything else of one', () => {
  const [a, b] = [p('a.md'), p('b.md')];
  expect(pathsOfOp({ op: 'move', path: a, to: b, type: 'file', over: null })).toEqual([a, b]);
  expect(pathsOfOp({ op: 'mkdir', path: a })).toEqual([a]);
});

test('a step of version 0.1, which calls the protocol a door, is understood', () => {
  const old = {
    t: 'begin',
    owner: '1:1',
    id: 'x',
    at: 0,
    door: 'remote',
    client: 'c',
    why: 'w',
    ops: [],
  };
  const record = decodeRecord(encodeLine({ ...old, blobs: {} }).trimEnd());
  expect(record?.t === 'begin' && toStep(record)).toMatchObject({
    protocol: 'remote',
    client: 'c',
  });
});
