import { expect, test } from 'vitest';
import type { Door } from '../contract/callers.ts';
import { operations } from './index.ts';

test('the operations are sorted by name, and no name stands twice', () => {
  const names = operations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('no door has two operations under one name', () => {
  for (const door of ['ide', 'local', 'mcp', 'remote', 'web'] satisfies Door[]) {
    const names = operations.flatMap(({ at }) => at[door] ?? []);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('failures are sorted, and every summary is a sentence', () => {
  for (const { fails, summary } of operations) {
    expect(fails).toEqual([...new Set(fails)].sort());
    expect(summary).toMatch(/^[A-Z].*\.$/);
  }
});
