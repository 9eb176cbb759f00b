import { expect, test, vi } from 'vitest';

const listeners = new Map<string, (event: Event) => void>();
vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) =>
  listeners.set(name, listener),
);
const { currentVault } = await import('../api/call.ts');
const { drafts, keepDraft } = await import('./drafts.ts');

const draft = { text: 'not saved', etag: '1' };

function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  listeners.get('beforeunload')?.(event);
  return event.defaultPrevented;
}

test('a draft belongs to the note of one vault, and none is lost by looking at another', () => {
  expect(asks()).toBe(false);
  currentVault.value = 'one';
  keepDraft('a.md', draft);
  currentVault.value = 'two';
  expect(drafts.value.has('a.md')).toBe(false);
  expect(asks()).toBe(true);
  // A save that was begun in the other vault ends there.
  keepDraft('a.md', { text: 'more', etag: '2' }, 'one');
  expect(drafts.value.has('a.md')).toBe(false);
  currentVault.value = 'one';
  expect(drafts.value.get('a.md')).toEqual({ text: 'more', etag: '2' });
  keepDraft('a.md', undefined);
  expect(asks()).toBe(false);
});
