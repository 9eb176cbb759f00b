import { expect, test } from 'vitest';
import { limits } from '../../../../contract/limits.ts';
import { KeptFields, sizeOf } from './kept-fields.ts';

function droppable() {
  const page = {
    drops: 0,
    drop() {
      page.drops++;
    },
  };
  return page;
}

test('fields are kept as long as there is room, and what replaces them takes their place', () => {
  const kept = new KeptFields(100);
  const page = droppable();
  const first = kept.add(page, 60, 0);
  expect(first).toBe(60);
  expect(kept.add(page, 90, first)).toBe(90);
  expect(kept.isFull).toBe(false);
  expect(kept.add(droppable(), 20, 0)).toBe(0);
  expect(kept.isFull).toBe(true);
  expect(page.drops).toBe(0);
});

test('what finds no room stays until enough others have come', () => {
  const kept = new KeptFields(0);
  const first = droppable();
  kept.add(first, 1, 0);
  for (let others = 1; others < limits.queryPassingPagesMax; others++) kept.add(droppable(), 1, 0);
  expect(first.drops).toBe(0);
  kept.add(droppable(), 1, 0);
  expect(first.drops).toBe(1);
});

test('sizes grow with what a value holds', () => {
  expect(sizeOf('a longer text')).toBeGreaterThan(sizeOf('a'));
  expect(sizeOf(['a', 'b', 'c'])).toBeGreaterThan(sizeOf(['a']));
  expect(sizeOf(null)).toBeLessThan(sizeOf(''));
});
