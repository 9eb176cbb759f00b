import { expect, test } from 'vitest';
import { limits } from '../../../../contract/limits.ts';
import { FieldMemory, sizeOf } from './field-memory.ts';

function evictable() {
  const page = {
    evictions: 0,
    evict() {
      page.evictions++;
    },
  };
  return page;
}

test('fields are kept as long as there is room, and what replaces them takes their place', () => {
  const kept = new FieldMemory(100);
  const page = evictable();
  const first = kept.add(page, 60, 0);
  expect(first).toBe(60);
  expect(kept.add(page, 90, first)).toBe(90);
  expect(kept.isFull).toBe(false);
  expect(kept.add(evictable(), 20, 0)).toBe(0);
  expect(kept.isFull).toBe(true);
  expect(page.evictions).toBe(0);
});

test('what finds no room stays until enough others have come', () => {
  const kept = new FieldMemory(0);
  const first = evictable();
  kept.add(first, 1, 0);
  for (let others = 1; others < limits.queryRecentPagesMax; others++) kept.add(evictable(), 1, 0);
  expect(first.evictions).toBe(0);
  kept.add(evictable(), 1, 0);
  expect(first.evictions).toBe(1);
});

test('sizes grow with what a value holds', () => {
  expect(sizeOf('a longer text')).toBeGreaterThan(sizeOf('a'));
  expect(sizeOf(['a', 'b', 'c'])).toBeGreaterThan(sizeOf(['a']));
  expect(sizeOf(null)).toBeLessThan(sizeOf(''));
});
