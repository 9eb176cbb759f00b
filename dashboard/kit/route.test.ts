import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
const { hrefOf, parseRoute } = await import('./route.ts');

test('a place survives being written and read, whatever the note is called', () => {
  for (const path of ['a.md', 'F/ü?#&= %.md', '100%.md', '日本/メモ.md']) {
    const { view, rest, params } = parseRoute(hrefOf('notes', path, { at: 'A & B#C' }));
    expect([view, rest, params.get('at')]).toEqual(['notes', path, 'A & B#C']);
  }
});

test('an unknown place is the first one', () => {
  expect(parseRoute('').view).toBe('activity');
  expect(parseRoute('#/nonsense/x').view).toBe('activity');
  expect(parseRoute('#/notes/%E0%A4%A').rest).toBe('%E0%A4%A');
});
