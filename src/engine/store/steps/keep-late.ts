import { conflictPath } from '../conflict-names.ts';
import type { Journal } from '../journal/journal.ts';
import { mergeBytes } from '../merge-bytes.ts';
import { freePath } from '../plan-files.ts';
import { hashOf } from '../vault/hash.ts';
import type { LateWrite } from '../vault/replaced-files.ts';
import type { Draft } from './draft.ts';

/** Whose version a copy is. */
const who = 'other program';

/**
 * Plans to keep what another program wrote to a file while it was replaced or removed: joined with
 * what is there now, in its place if nothing is, else as a copy.
 */
export async function planLateWrite(
  draft: Draft,
  { path, hash, bytes }: LateWrite,
  journal: Pick<Journal, 'read'>,
  now: number,
): Promise<void> {
  const found = await draft.find(path);
  // Only its times are other ones, or another program wrote the same.
  if ([hash, found.hash].includes(hashOf(bytes))) return;
  const merged =
    found.stat === undefined ? bytes : mergeBytes(journal.read(hash), bytes, found.bytes);
  if (merged !== undefined) await draft.put(path, merged);
  else await draft.put(freePath(draft.root, conflictPath(path, who, now)), bytes);
}
