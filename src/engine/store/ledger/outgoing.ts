import { VaultError } from '../../../contract/errors.ts';
import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { NewStep } from '../journal/journal.ts';
import type { Draft } from '../steps/draft.ts';
import { folderVersion, type LedgerChange, type LedgerStep } from './ledger.ts';

/** A step of this machine as the ledger keeps it. */
export function toLedgerStep(
  step: NewStep,
  machine: string,
  changes: readonly LedgerChange[],
): LedgerStep {
  const { id, at, protocol, client, why, undoes } = step;
  return { id, at, machine, protocol, client, why, changes, ...(undoes && { undoes }) };
}

/** The bytes that the changes of a draft bring, by hash. What only moves is in the ledger already. */
export function sharedContents(
  draft: Draft,
  changes: readonly LedgerChange[],
): ReadonlyMap<string, Buffer> {
  const known = new Map<string, Buffer>();
  for (const op of draft.ops) {
    const bytes = op.op === 'put' && op.staged && draft.staged.get(op.staged)?.bytes;
    if (bytes && op.op === 'put' && op.after.type === 'file') known.set(op.after.hash, bytes);
  }
  for (const { hash, bytes } of draft.found.values()) if (hash && bytes) known.set(hash, bytes);
  const contents = new Map<string, Buffer>();
  for (const { path, after, from } of changes) {
    if (after === null || after === folderVersion) continue;
    const bytes = known.get(after);
    const isMoved = from !== undefined && changes.some(({ before }) => before === after);
    if (bytes === undefined || isMoved) continue;
    requireShareable(path, bytes.length);
    contents.set(after, bytes);
  }
  return contents;
}

function requireShareable(path: VaultPath, size: number): void {
  if (size <= ledgerLimits.fileBytesMax) return;
  const message = `"${path}" has ${size} bytes; a file of a shared vault has at most ${ledgerLimits.fileBytesMax}.`;
  throw new VaultError('too-large', message, {
    path,
    hint: 'Keep it outside the vault, or name it in the local files of the ledger.',
  });
}

/** Two names that are one on some system cannot both be in a shared vault. */
export function nameTaken(path: VaultPath, other: VaultPath): VaultError {
  const message = `"${path}" is the same name as "${other}" on some systems, and this vault is shared.`;
  return new VaultError('already-exists', message, {
    path,
    reason: 'invalid-name',
    hint: 'Choose a name that differs in more than upper case or the form of accents.',
  });
}
