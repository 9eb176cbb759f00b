import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { LineReader } from './line-reader.ts';

/** All lines that come out when the bytes arrive cut at these places. */
function read(bytes: Buffer, cuts: readonly number[], bytesMax = 1000): string[] {
  const lines: string[] = [];
  const reader = new LineReader(
    bytesMax,
    (line) => lines.push(line),
    () => lines.push('too long'),
  );
  const places = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])];
  let from = 0;
  for (const to of places.sort((a, b) => a - b)) {
    reader.push(Buffer.from(bytes.subarray(from, to)));
    from = to;
  }
  reader.end();
  return lines;
}

test('lines come out the same however the bytes are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '𝄞', '\r', '\n', ' ', '\t') });
  fc.assert(
    fc.property(text, fc.array(fc.nat()), (sent, cuts) => {
      const wanted = sent
        .split('\n')
        .map((line) => line.replace(/\r$/, ''))
        .filter((line) => !/^[ \t]*$/.test(line));
      expect(read(Buffer.from(sent), cuts)).toEqual(wanted);
    }),
    { numRuns: 2000 },
  );
});

test('a line of exactly the limit passes, a longer one is reported once and skipped', () => {
  const sent = (length: number) => Buffer.from(`ok\n${'x'.repeat(length)}\nafter\n`);
  for (const cuts of [[], [5], [3, 4, 5, 6], [13]]) {
    expect(read(sent(10), cuts, 10)).toEqual(['ok', 'x'.repeat(10), 'after']);
    expect(read(sent(11), cuts, 10)).toEqual(['ok', 'too long', 'after']);
    expect(read(sent(50), cuts, 10)).toEqual(['ok', 'too long', 'after']);
  }
});

test('a long line that comes byte by byte is whole', () => {
  const long = '0123456789'.repeat(2000);
  const every = Array.from({ length: long.length }, (_, at) => at);
  expect(read(Buffer.from(`${long}\n`), every, 20_000)).toEqual([long]);
});
