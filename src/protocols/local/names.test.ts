import { expect, test } from 'vitest';
import * as z from 'zod';
import { toOperationNames, toWireNames } from './names.ts';

const schema = z.object({
  pathPrefix: z.string().optional(),
  options: z.object({ createIfMissing: z.boolean() }).nullish(),
  edits: z.array(z.object({ useRegex: z.boolean() })).default([]),
  target: z.union([
    z.object({ type: z.literal('path'), notePath: z.string() }),
    z.object({ type: z.literal('active') }),
  ]),
  properties: z.record(z.string(), z.unknown()),
});

test('names are translated at any depth, and data of the user is left alone', () => {
  const wire = {
    path_prefix: 'A',
    options: { create_if_missing: true },
    edits: [{ use_regex: true }],
    target: { type: 'path', note_path: 'x.md' },
    properties: { due_date: 1, someKey: 2 },
    unknown_member: 3,
  };
  const inside = {
    pathPrefix: 'A',
    options: { createIfMissing: true },
    edits: [{ useRegex: true }],
    target: { type: 'path', notePath: 'x.md' },
    properties: { due_date: 1, someKey: 2 },
    unknown_member: 3,
  };
  expect(toOperationNames(schema)(wire)).toEqual(inside);
  expect(toWireNames(schema)(inside)).toEqual(wire);
});

test('names that are spelled as inside are understood, too', () => {
  expect(toOperationNames(schema)({ pathPrefix: 'A' })).toEqual({ pathPrefix: 'A' });
});

test('bytes become base64', () => {
  const toWire = toWireNames(z.object({ rawBytes: z.instanceof(Buffer) }));
  expect(toWire({ rawBytes: Buffer.from('hi') })).toEqual({ raw_bytes: 'aGk=' });
});
