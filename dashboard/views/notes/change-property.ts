import { call } from '../../api/call.ts';
import type { NoteData } from '../../markdown/context.ts';
import { toastError } from '../../state/toasts.ts';

/** What the last change of ours made of the version that the page shows. */
let last: { readonly path: string; readonly seen: string; readonly now: string } | undefined;
let queue = Promise.resolve();

/**
 * Sets one property, or removes it when the value is undefined. Refused when the note was changed
 * elsewhere; our own changes follow each other faster than the page can show them.
 */
export function changeProperty(note: NoteData, key: string, value: unknown): void {
  queue = queue.then(() => change(note, key, value)).catch(toastError);
}

async function change({ path, etag }: NoteData, key: string, value: unknown): Promise<void> {
  const isOurs = last?.path === path && last.seen === etag;
  const expectedHash = isOurs ? last?.now : etag;
  const target = { type: 'path' as const, path };
  const what =
    value === undefined ? { operation: 'delete' as const } : { operation: 'set' as const, value };
  const { result } = await call('agent.frontmatter', { ...what, target, key, expectedHash });
  const hash = result.operation === 'get' ? undefined : result.hash;
  if (hash !== undefined) last = { path, seen: etag, now: hash };
}
