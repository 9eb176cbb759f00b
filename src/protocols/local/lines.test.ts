import { expect, test } from 'vitest';
import { fc } from '../../../test/support/property.ts';
import { WireLineReader } from './lines.ts';

/** All lines that come out when the bytes arrive cut at these places. */
function read(bytes: Buffer, cuts: readonly number[], bytesMax = 1000): string[] {
  const reader = new WireLineReader(bytesMax);
  const lines: string[] = [];
  const drain = () => {
    for (let line = reader.next(); line !== undefined; line = reader.next()) lines.push(line);
  };
  const places = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])];
  let from = 0;
  for (const to of places.sort((a, b) => a - b)) {
    reader.push(bytes.subarray(from, to));
    drain();
    from = to;
  }
  reader.end();
  drain();
  if (reader.isOverflowing) lines.push('overflow');
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

test('a line of exactly the limit passes, a longer one ends the reading', () => {
  const sent = (length: number) => Buffer.from(`ok\n${'x'.repeat(length)}\nnever\n`);
  for (const cuts of [[], [5], [3, 4, 5, 6], [13]]) {
    expect(read(sent(10), cuts, 10)).toEqual(['ok', 'x'.repeat(10), 'never']);
    expect(read(sent(11), cuts, 10)).toEqual(['ok', 'overflow']);
  }
});
