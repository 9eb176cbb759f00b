import { VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { requireNewPath } from '../new-name.ts';
import type { Call } from '../operation.ts';

/** What a change of a note did. */
export interface ChangedNote<Result> {
  readonly result: Result;
  readonly previousSizeInBytes: number;
  readonly currentSizeInBytes: number;
  readonly hash?: string;
  readonly undoId?: string;
}

export interface NoteChangeOptions {
  readonly expectedHash?: string | undefined;
  readonly why: string;
  /** Start from an empty text when there is no note. */
  readonly create?: boolean;
}

/** Changes a note as one step. What `edit` returns besides the text is handed back. */
export async function changeNote<Result extends { readonly text: string }>(
  call: Call,
  path: VaultPath,
  edit: (text: string) => Result,
  { expectedHash, why, create = false }: NoteChangeOptions,
): Promise<ChangedNote<Result>> {
  if (create) requireNewPath(call, path);
  let last: { result: Result; before: number } | undefined;
  const written = await call.notes.update(
    path,
    (text) => {
      const result = edit(text);
      last = { result, before: Buffer.byteLength(text) };
      return result.text;
    },
    { expectedHash, why, create, signal: call.signal },
  );
  if (last === undefined) throw new VaultError('internal', 'The note was written without an edit.');
  return {
    result: last.result,
    previousSizeInBytes: last.before,
    currentSizeInBytes: Buffer.byteLength(last.result.text),
    ...toTrace(written),
  };
}

/**
 * The same for edits that often have nothing to do: a note that stays as it is needs no right to
 * write.
 */
export async function changeIfNeeded<Result extends { readonly text: string }>(
  call: Call,
  path: VaultPath,
  edit: (text: string) => Result,
  options: NoteChangeOptions,
): Promise<ChangedNote<Result>> {
  const note = await call.notes.read(path);
  requireHash(path, note.hash, options.expectedHash);
  const result = edit(note.text);
  if (result.text !== note.text) return changeNote(call, path, edit, options);
  const size = Buffer.byteLength(note.text);
  return { result, previousSizeInBytes: size, currentSizeInBytes: size, hash: note.hash };
}

/** The fields of a result that name the new version and the step to undo. */
export function toTrace(written: { hash: string | undefined; step: string | undefined }): {
  hash?: string;
  undoId?: string;
} {
  return {
    ...(written.hash !== undefined && { hash: written.hash }),
    ...(written.step !== undefined && { undoId: written.step }),
  };
}

/** Refuses when the note has other content than the caller has seen. */
export function requireHash(path: VaultPath, hash: string, expected: string | undefined): void {
  if (expected === undefined || expected === hash) return;
  throw new VaultError('changed-on-disk', `"${path}" changed since you read it.`, {
    path,
    hint: 'Read it again and make the change on what it holds now.',
    data: { hash },
  });
}
