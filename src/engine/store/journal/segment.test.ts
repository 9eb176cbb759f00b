import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { hashOf } from '../vault/hash.ts';
import type { BeginRecord } from './record.ts';
import { JournalSegment } from './segment.ts';
import { listSegments, segmentFile } from './segment-files.ts';

const begin = (id: string): BeginRecord => ({
  t: 'begin',
  id,
  at: 0,
  protocol: 'local',
  client: 'c',
  why: 'w',
  owner: '1',
  ops: [],
  blobs: {},
});

const entry = (id: string, ...contents: readonly Buffer[]) => ({
  record: begin(id),
  contents: new Map(contents.map((bytes) => [hashOf(bytes), bytes])),
});

const readBack = (segment: JournalSegment, bytes: Buffer) => segment.findContent(hashOf(bytes));

test('contents of any size and kind come back, from this segment and from one opened later', () => {
  const folder = freshFolder();
  const contents = [0, 1, 127, 128, 129, 511, 512, 600, 5000, 40_000, 300_000].flatMap((size) => [
    Buffer.alloc(size, 'so much text '),
    randomBytes(size),
  ]);
  const segment = new JournalSegment(folder, 1);
  for (const [n, bytes] of contents.entries()) segment.write([entry(`${n}`, bytes)]);
  segment.write([entry('all', ...contents)]);
  const later = new JournalSegment(folder, 1);
  expect(later.readNew()).toMatchObject({ damaged: 0, records: { length: contents.length + 1 } });
  for (const each of [segment, later]) {
    for (const bytes of contents) expect(readBack(each, bytes)?.equals(bytes)).toBe(true);
    expect(each.packBytes()).toBe(statSync(segmentFile(folder, 1, 'pack')).size);
    each.close();
  }
});

test('text shrinks, noise and small contents are kept as they are', () => {
  const stored = (bytes: Buffer) => {
    const segment = new JournalSegment(freshFolder(), 1);
    segment.write([entry('1', bytes)]);
    const length = segment.packBytes();
    segment.close();
    return length;
  };
  expect(stored(Buffer.alloc(127, 'a'))).toBe(127);
  expect(stored(Buffer.alloc(128, 'a'))).toBeLessThan(128);
  expect(stored(Buffer.alloc(30_000, 'words and words '))).toBeLessThan(1000);
  expect(stored(randomBytes(1000))).toBe(1000);
});

test('several entries of one write each find their contents', () => {
  const segment = new JournalSegment(freshFolder(), 1);
  const [one, two] = [Buffer.from('first content'), Buffer.from('second')];
  const written = segment.write([entry('1', one), entry('2', two), entry('3', one)]);
  expect(written.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(readBack(segment, one)).toEqual(one);
  expect(readBack(segment, two)).toEqual(two);
  segment.close();
});

test('two who have one segment open see what the other wrote, each record once', () => {
  const folder = freshFolder();
  const [one, two] = [new JournalSegment(folder, 1), new JournalSegment(folder, 1)];
  const ids = (segment: JournalSegment) => segment.readNew().records.map(({ id }) => id);
  expect(ids(one)).toEqual([]);
  one.write([entry('1', Buffer.from('from one'))]);
  expect(ids(one)).toEqual([]);
  expect(ids(two)).toEqual(['1']);
  two.write([{ record: { t: 'done', id: '1' }, contents: new Map() }]);
  expect(ids(two)).toEqual([]);
  expect(ids(one)).toEqual(['1']);
  expect(readBack(two, Buffer.from('from one'))?.toString()).toBe('from one');
  one.close();
  two.close();
});

test('what was read once can be read again from the start, with what was written since', () => {
  const folder = freshFolder();
  const [writer, other] = [new JournalSegment(folder, 1), new JournalSegment(folder, 1)];
  const done = { record: { t: 'done', id: '1' }, contents: new Map() } as const;
  writer.write([entry('1'), done]);
  const end = writer.end;
  expect(other.readNew().records).toHaveLength(2);
  other.write([entry('2')]);
  const told = ({ records }: ReturnType<JournalSegment['readNew']>) =>
    records.map(({ t, id }) => `${t} ${id}`);
  for (const [from, expected] of [
    [0, ['begin 1', 'done 1', 'begin 2']],
    [end, ['begin 2']],
    ['end', []],
  ] as const) {
    const later = new JournalSegment(folder, 1, from);
    expect(told(later.readNew())).toEqual(expected);
    expect(told(later.readAll())).toEqual(['begin 1', 'done 1', 'begin 2']);
    expect(later.end).toBe(other.end);
    later.close();
  }
  writer.close();
  other.close();
});

test('half a record waits for its other half', () => {
  const folder = freshFolder();
  const [writer, reader] = [new JournalSegment(folder, 1), new JournalSegment(folder, 2)];
  writer.write([entry('1'), entry('2')]);
  const bytes = readFileSync(segmentFile(folder, 1, 'steps'));
  const file = segmentFile(folder, 2, 'steps');
  const ids = () => reader.readNew().records.map(({ id }) => id);
  appendFileSync(file, bytes.subarray(0, bytes.length - 10));
  expect(ids()).toEqual(['1']);
  appendFileSync(file, bytes.subarray(bytes.length - 10));
  expect(ids()).toEqual(['2']);
  writer.close();
  reader.close();
});

test('segments are files of the owner alone, listed in order, and nothing else is one', () => {
  const folder = freshFolder();
  for (const number of [2, 10, 1]) new JournalSegment(folder, number).close();
  for (const name of ['x000003.steps', '000004.steps.old', '5.steps', '000006.pack'])
    appendFileSync(`${folder}/${name}`, '');
  expect(listSegments(folder)).toEqual([1, 2, 10]);
  for (const ending of ['steps', 'pack'] as const)
    expect(statSync(segmentFile(folder, 10, ending)).mode & 0o777).toBe(0o600);
});
