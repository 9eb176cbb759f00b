import { expect, test } from 'vitest';
import { fc } from '../../../test/support/property.ts';
import { scanJson } from '../../kit/json-scan.ts';
import {
  decode,
  encodeError,
  encodeEvent,
  encodeRequest,
  encodeResult,
  isWireId,
} from './frame.ts';

const ids = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

test('every request comes back as it was sent', () => {
  fc.assert(
    fc.property(
      ids,
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.jsonValue(),
      (id, method, params) => {
        const line = encodeRequest(id, method, params);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        const wanted = JSON.parse(JSON.stringify({ method, params }));
        expect(decode(line)).toEqual({
          kind: 'request',
          id,
          method: wanted.method,
          params: wanted.params ?? undefined,
        });
      },
    ),
  );
});

test('every answer and event comes back as it was sent', () => {
  fc.assert(
    fc.property(ids, fc.jsonValue(), (id, value) => {
      const wanted = JSON.parse(JSON.stringify(value));
      expect(decode(encodeResult(id, value))).toEqual({
        kind: 'response',
        id,
        result: wanted,
        error: undefined,
      });
      expect(decode(encodeEvent('X', value))).toEqual({
        kind: 'event',
        type: 'X',
        data: wanted ?? undefined,
      });
    }),
  );
  expect(decode(encodeError('7', { code: -1, message: 'no', data: { a: 1 } }))).toMatchObject({
    id: '7',
    error: { code: -1, message: 'no', data: { a: 1 } },
  });
});

test('any line is decoded without throwing', () => {
  const noise = fc.string({
    unit: fc.constantFrom(...'{}[]",:\\id0123456789 -+.eutypmhod\u0000é'),
  });
  fc.assert(
    fc.property(noise, (line) => {
      decode(line);
    }),
    { numRuns: 5000 },
  );
});

test('the last top-level id is found wherever and however it is written', () => {
  const key = fc.constantFrom('id', '\\u0069d', 'i\\u0064', 'other', 'a\\"id');
  const member = fc.tuple(key, fc.oneof(ids, fc.json()));
  fc.assert(
    fc.property(fc.array(member, { minLength: 1 }), (members) => {
      const line = `{${members.map(([name, value]) => `"${name}" :\t${value} `).join(',')}}`;
      const last = members.findLast(([name]) => JSON.parse(`"${name}"`) === 'id')?.[1];
      const { id } = scanJson(line);
      if (last === undefined) expect(id).toBeUndefined();
      else if (isWireId(last.trim())) expect(id).toBe(last.trim());
      else expect(isWireId(id ?? '')).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test('depth is counted outside of strings', () => {
  expect(scanJson('{"a":"[[[[","b":[{"c":"}\\"]"}]}').depth).toBe(3);
});

test.each(['', '-1', '1.0', '01', ' 1', '1e3', '18446744073709551616', '99999999999999999999'])(
  '%j is no id',
  (digits) => expect(isWireId(digits)).toBe(false),
);

test('what cannot be a message is not encoded', () => {
  expect(() => encodeRequest(-1, 'Ping')).toThrow(RangeError);
  expect(() => encodeRequest(1, '')).toThrow(RangeError);
  expect(() => encodeEvent('')).toThrow(RangeError);
  expect(() => encodeRequest(1, 'A', 1n)).toThrow('params not serializable');
});
