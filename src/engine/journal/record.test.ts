import { expect, test } from 'vitest';
import { decodeRecord, encodeRecord } from './record.ts';

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
])('a line with %s is no record', (_what, line) => expect(decodeRecord(line)).toBeUndefined());
