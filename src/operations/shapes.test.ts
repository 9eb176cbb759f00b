import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { parseInput } from './dispatch.ts';
import { pathAlone } from './shapes.ts';

/** What comes of an input: the value, or the error as a peer sees it. */
function outcomeOf(operation: Parameters<typeof parseInput>[0], raw: unknown): unknown {
  try {
    return parseInput(operation, raw);
  } catch (thrown) {
    return String(thrown);
  }
}

const names = fc.constantFrom(
  'a.md',
  'b',
  '..',
  '.',
  '',
  '\\',
  '\0',
  '\ud800',
  'é',
  'x'.repeat(300),
);
const paths = fc.array(names, { maxLength: 4 }).map((parts) => parts.join('/'));

test('a path alone is read the same with and without its schema', () => {
  const [name, { input }] = ['fs.x', pathAlone];
  const values = fc.oneof(paths, fc.string(), fc.anything());
  const inputs = fc.oneof(
    fc.record({ path: values, other: fc.anything() }, { requiredKeys: [] }),
    fc.anything(),
  );
  fc.assert(
    fc.property(inputs, (raw) => {
      expect(outcomeOf({ name, ...pathAlone }, raw)).toEqual(outcomeOf({ name, input }, raw));
    }),
    { numRuns: 2000 },
  );
});
