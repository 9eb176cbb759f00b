import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
const { hrefOf, namedVault, parseRoute } = await import('./route.ts');

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

test('an address names its vault where there are several', () => {
  expect(parseRoute('#/notes/a.md').vault).toBeUndefined();
  namedVault.value = 'my vault/2';
  const href = hrefOf('notes', 'a.md');
  namedVault.value = undefined;
  expect(href).toBe('#/@my%20vault%2F2/notes/a.md');
  expect(parseRoute(href)).toMatchObject({ vault: 'my vault/2', view: 'notes', rest: 'a.md' });
});
