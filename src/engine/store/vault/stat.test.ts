import { lstatSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { freshFolder } from '../../../../test/support/vault.ts';
import { toLook, toStat } from './stat.ts';

test('a look tells the same as a stat, or nothing', () => {
  const file = join(freshFolder(), 'a.md');
  writeFileSync(file, 'text');
  const known = toStat(lstatSync(file, { bigint: true }));
  // Around whole milliseconds numbers are too coarse, so most are put there.
  const nanos = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: 0, max: 999_999 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 41 }), nanos, (ms, ns) => {
      const seconds = ms / 1000 + ns / 1e9;
      utimesSync(file, seconds, seconds);
      const { type, size, mtime, mode } = toStat(lstatSync(file, { bigint: true }));
      const look = toLook(lstatSync(file), known);
      if (look !== undefined) expect(look).toEqual({ type, size, mtime, mode });
    }),
    { numRuns: 500 },
  );
});

test('another file at the same place is not taken for the one that is known', () => {
  const folder = freshFolder();
  for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, name), name);
  const known = toStat(lstatSync(join(folder, 'a.md'), { bigint: true }));
  expect(toLook(lstatSync(join(folder, 'b.md')), known)).toBeUndefined();
});
