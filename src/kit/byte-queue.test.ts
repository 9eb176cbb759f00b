import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { ByteQueue } from './byte-queue.ts';

test('bytes come out as they went in, and what was taken stays as it is', () => {
  const step = fc.record({ piece: fc.string({ minLength: 1 }), skipped: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const queue = new ByteQueue();
      const taken: { readonly bytes: Buffer; readonly text: string }[] = [];
      let expected = '';
      for (const { piece, skipped } of steps) {
        queue.push(Buffer.from(piece, 'latin1'));
        expected += Buffer.from(piece, 'latin1').toString('latin1');
        taken.push({ bytes: queue.bytes, text: expected });
        const count = Math.min(skipped, queue.length);
        queue.skip(count);
        expected = expected.slice(count);
        expect(queue.length).toBe(expected.length);
      }
      for (const { bytes, text } of taken) expect(bytes.toString('latin1')).toBe(text);
    }),
  );
});
