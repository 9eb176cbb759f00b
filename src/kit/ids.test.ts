import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids sort by time, and within a millisecond as they were made', () => {
  const ids = [1, 1, 1, 2, 1_800_000_000_000, 1_800_000_000_000].map((ms) => newId(ms));
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{16}$/);
});
