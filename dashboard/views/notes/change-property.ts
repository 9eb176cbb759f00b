import { call } from '../../api/call.ts';
import type { NoteData } from '../../markdown/context.ts';
import { toastError } from '../../state/toasts.ts';

/** The versions of a note that our own changes made, one after the other. The page may show any of them. */
let ours: { readonly path: string; readonly hashes: readonly string[] } = { path: '', hashes: [] };
let queue = Promise.resolve();

/**
 * Sets one property, or removes it when the value is undefined. Refused when the note was changed
 * elsewhere; our own changes follow each other faster than the page can show them.
 */
export function changeProperty(note: NoteData, key: string, value: unknown): void {
  queue = queue.then(() => change(note, key, value)).catch(toastError);
}

async function change({ path, etag }: NoteData, key: string, value: unknown): Promise<void> {
  const known = ours.path === path && ours.hashes.includes(etag) ? ours.hashes : [etag];
  const expectedHash = known.at(-1);
  const target = { type: 'path' as const, path };
  const what =
    value === undefined ? { operation: 'delete' as const } : { operation: 'set' as const, value };
  const { result } = await call('agent.frontmatter', { ...what, target, key, expectedHash });
  const hash = result.operation === 'get' ? undefined : result.hash;
  if (hash !== undefined) ours = { path, hashes: [...known, hash] };
}
