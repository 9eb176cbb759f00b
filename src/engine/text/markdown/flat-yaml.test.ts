import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { readFlatYaml } from './flat-yaml.ts';
import { readYaml } from './yaml.ts';

const scalar = fc.oneof(
  fc.constantFrom('yes', 'true', 'False', 'null', '~', '017', '0o17', '0x1F', '1_000', '1e3', '1.'),
  fc.constantFrom('"[[A]]"', "'it'", '""', '2024-01-02', '12:30:00', 'a, b', '[a, b]', '[]', '[ ]'),
  fc.constantFrom(
    'a: b',
    'a #b',
    '#c',
    'é & ü',
    'a[1]',
    'x{y}',
    '1e',
    '1.5',
    '12345678901234567890',
  ),
  fc.constantFrom('https://a.b/c?d=e#f', 'tail:', '- x', '* y', '{{date}}', '|', 'a "b" c', '日本'),
  fc.string({ maxLength: 8 }).filter((text) => !/[\r\n]/.test(text)),
);
const line = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b', 'c d', 'e-f', 'A'), scalar).map(([k, v]) => `${k}: ${v}`),
  fc.constantFrom('l:', 'm:', 'l: ', ''),
  fc.tuple(fc.constantFrom('  - ', '- ', '    - '), scalar).map(([dash, v]) => dash + v),
);

test('the fast path agrees with the YAML library on values and places, or declines', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      (lines, ending) => {
        const text = lines.map((one) => one + ending).join('');
        const flat = readFlatYaml(text, 0, text.length, 1);
        if (flat === undefined || flat.fields.length === 0) return;
        const full = readYaml(text, 0, text.length, 1);
        expect({ values: flat.values, fields: flat.fields }).toEqual({
          values: 'values' in full ? full.values : full,
          fields: 'fields' in full ? full.fields : [],
        });
      },
    ),
    { numRuns: 3000 },
  );
});
