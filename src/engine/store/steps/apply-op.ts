import { VaultError } from '../../../contract/errors.ts';
import { joinPath, type VaultPath } from '../../../contract/paths.ts';
import type { Op, State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import {
  makeFolder,
  moveEntry,
  nearestFolder,
  putLink,
  putStaged,
  removeEntry,
  removeFolder,
  stageFile,
} from '../vault/apply.ts';
import { lstatPath } from '../vault/disk.ts';
import type { OldFile, ReplacedFiles } from '../vault/replaced-files.ts';
import { newTemporaryName } from '../vault/temporary.ts';

/** The bytes of a state, from memory or from the journal. */
export type ContentOf = (hash: string) => Buffer | undefined;

export interface ApplyOptions {
  readonly replaced?: ReplacedFiles | undefined;
  /** What the op replaces or removes, as it was found. */
  readonly old?: OldFile | undefined;
  /** A staged file was gone, so that another one was made and put. */
  readonly onRestaged?: (staged: VaultPath) => void;
}

/** Does one op. New bytes come from their staged file if it is there, else from `contentOf`. */
export function applyOp(
  root: Root,
  op: Op,
  contentOf: ContentOf,
  { replaced, old, onRestaged }: ApplyOptions = {},
): void {
  const { path } = op;
  const replacing = replaced && old && { replaced, old };
  switch (op.op) {
    case 'put':
      if (op.after.type === 'link') {
        if (op.before !== null) removeEntry(root, path);
        putLink(root, path, op.after.target);
        return;
      }
      if (op.after.type === 'special') throw contentLost(path);
      putStaged(root, stagedFor(root, op, op.after, contentOf, onRestaged), path, {
        exclusive: op.before === null,
        replacing,
      });
      return;
    case 'remove':
      removeEntry(root, path, replacing);
      return;
    case 'move':
      moveEntry(root, path, op.to, { exclusive: op.over === null, replacing });
      return;
    case 'mkdir':
      // Another program may have made it meanwhile, which is as good.
      if (lstatPath(root, path)?.type !== 'folder') makeFolder(root, path, op.mode);
      return;
    case 'rmdir':
      removeFolder(root, path);
      return;
  }
}

function stagedFor(
  root: Root,
  { path, staged }: Op & { op: 'put' },
  after: State & { type: 'file' },
  contentOf: ContentOf,
  onRestaged: ApplyOptions['onRestaged'],
): VaultPath {
  if (staged !== undefined && lstatPath(root, staged)?.size === after.size) return staged;
  const bytes = contentOf(after.hash);
  if (bytes === undefined) throw contentLost(path);
  if (staged !== undefined) onRestaged?.(staged);
  const fresh = joinPath(nearestFolder(root, path), newTemporaryName());
  stageFile(root, fresh, bytes, after.mode);
  return fresh;
}

export function contentLost(path: VaultPath): VaultError {
  const message = `The content of "${path}" is not in the history any more.`;
  return new VaultError('unavailable', message, { path });
}
