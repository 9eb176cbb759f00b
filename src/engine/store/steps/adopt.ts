import type { Protocol } from '../../../contract/callers.ts';
import { limits } from '../../../contract/limits.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Clock } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { newId } from '../../../kit/ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { readEntry } from '../vault/apply.ts';
import { hashOf } from '../vault/hash.ts';

/** A change that another program has already made. */
export interface MadeChange {
  readonly by: { readonly protocol: Protocol; readonly client: string };
  readonly why: string;
  readonly path: VaultPath;
  /** What was there before; undefined for a new file. */
  readonly before: { readonly bytes: Buffer; readonly mode: number } | undefined;
  /** What is there now; anything else on disk is another change. */
  readonly after: Buffer;
}

/**
 * Journals a change that another program made. Contents that are too large for the journal are left
 * out: the old ones are gone from the disk, and only the journal could bring them back.
 */
export async function adopt(
  root: Root,
  journal: Journal,
  clock: Clock,
  { by, why, path, before, after }: MadeChange,
): Promise<void> {
  const found = await readEntry(root, path);
  const isLarge = Math.max(before?.bytes.length ?? 0, after.length) > limits.journalInlineBytesMax;
  if (isLarge || found.stat === undefined || found.hash !== hashOf(after)) return;
  const contents = new Map<string, Buffer>();
  const toState = (bytes: Buffer, mode: number): State => {
    const hash = hashOf(bytes);
    contents.set(hash, bytes);
    return { type: 'file', hash, mode, size: bytes.length };
  };
  const op = {
    op: 'put' as const,
    path,
    before: before === undefined ? null : toState(before.bytes, before.mode),
    after: toState(after, found.stat.mode),
  };
  const at = clock.now();
  const step = { id: newId(at), at, ...by, why: cutText(why, limits.stepWhyLengthMax), ops: [op] };
  await journal.begin(step, contents);
  await journal.flush();
  await journal.end(step.id, 'done');
}
