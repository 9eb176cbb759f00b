import { expect, test } from 'vitest';
import { fc } from '../../../test/support/property.ts';
import { FrameReader, toFrame } from './frame.ts';

const bounds = { bodyBytesMax: 1000, headerBytesMax: 100 };

/** All bodies of some bytes that come in these pieces. */
function read(pieces: readonly Buffer[]): { bodies: string[]; reader: FrameReader } {
  const reader = new FrameReader(bounds);
  const bodies: string[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    for (let body = reader.next(); body !== undefined; body = reader.next()) {
      bodies.push(body.toString());
    }
  }
  return { bodies, reader };
}

test('however the bytes are cut, the bodies are the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 60, unit: 'binary' })),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (bodies, cuts) => {
        const bytes = Buffer.from(bodies.map(toFrame).join(''));
        const pieces: Buffer[] = [];
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = cuts[n % cuts.length] ?? 1;
          pieces.push(Buffer.from(bytes.subarray(at, at + size)));
          at += size;
        }
        const { bodies: found, reader } = read(pieces);
        expect(found).toEqual(bodies.map((body) => Buffer.from(body).toString()));
        expect([reader.next(), reader.violation]).toEqual([undefined, undefined]);
      },
    ),
  );
});

test('large bodies in many pieces are whole, also one after the other', () => {
  const reader = new FrameReader({ ...bounds, bodyBytesMax: 5_000_000 });
  const sent = [3_000_000, 10, 400_000, 3_000_000].map((size, n) => `${n}`.repeat(size));
  const bytes = Buffer.from(sent.map(toFrame).join(''));
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) {
    reader.push(Buffer.from(bytes.subarray(at, at + 65_536)));
    for (let body = reader.next(); body !== undefined; body = reader.next()) {
      found.push(body.toString());
    }
  }
  expect(found.map((body) => body.length)).toEqual(sent.map((body) => body.length));
  expect(found.every((body, n) => body === sent[n])).toBe(true);
  expect([reader.next(), reader.violation]).toEqual([undefined, undefined]);
});

test('no bytes make it throw, and after a violation nothing is read', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 80 })), (pieces) => {
      const { reader } = read(pieces.map((piece) => Buffer.from(piece)));
      if (reader.violation === undefined) return;
      reader.push(Buffer.from(toFrame('{}')));
      expect(reader.next()).toBeUndefined();
    }),
  );
});

test('a bound can be widened between two frames', () => {
  const wide = { ...bounds };
  const reader = new FrameReader(wide);
  wide.bodyBytesMax = 5000;
  reader.push(Buffer.from(toFrame('x'.repeat(2000))));
  expect(reader.next()?.length).toBe(2000);
});
