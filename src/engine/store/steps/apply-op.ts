import { VaultError } from '../../../contract/errors.ts';
import { joinPath, type VaultPath } from '../../../contract/paths.ts';
import type { Op, State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import {
  lstatNow,
  makeFolder,
  moveEntry,
  nearestFolder,
  putLink,
  putStaged,
  removeEntry,
  removeFolder,
  stageFile,
} from '../vault/apply.ts';
import type { Held, TakeOpened } from '../vault/held.ts';
import { newTemporaryName } from '../vault/temporary.ts';

/** The bytes of a state, from memory or from the journal. */
export type ContentOf = (hash: string) => Buffer | undefined;

export interface ApplyTerms {
  readonly held?: Held | undefined;
  /** Takes what is open of the file that the op replaces. */
  readonly takeOld?: TakeOpened | undefined;
  /** The staged files have just been made, and need no look whether they are there and whole. */
  readonly isStaged?: boolean;
  /** Told of a staged file that is not there any more, so that another one is put. */
  readonly missed?: (staged: VaultPath) => void;
}

/** Does one op. New bytes come from their staged file if it is there, else from `contentOf`. */
export function applyOp(
  root: Root,
  op: Op,
  contentOf: ContentOf,
  { held, takeOld, isStaged = false, missed }: ApplyTerms = {},
): void {
  const { path } = op;
  switch (op.op) {
    case 'put':
      if (op.after.type === 'link') {
        if (op.before !== null) removeEntry(root, path);
        putLink(root, path, op.after.target);
        return;
      }
      if (op.after.type === 'special') throw lost(path);
      putStaged(
        root,
        (isStaged && op.staged) || stagedFor(root, op, op.after, contentOf, missed),
        path,
        { exclusive: op.before === null, held, takeOld },
      );
      return;
    case 'remove':
      removeEntry(root, path);
      return;
    case 'move':
      moveEntry(root, path, op.to);
      return;
    case 'mkdir':
      // Somebody else may have made it meanwhile, which is as good.
      if (lstatNow(root, path)?.type !== 'folder') makeFolder(root, path, op.mode);
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
  missed: ApplyTerms['missed'],
): VaultPath {
  if (staged !== undefined && lstatNow(root, staged)?.size === after.size) {
    return staged;
  }
  const bytes = contentOf(after.hash);
  if (bytes === undefined) throw lost(path);
  if (staged !== undefined) missed?.(staged);
  const fresh = joinPath(nearestFolder(root, path), newTemporaryName());
  stageFile(root, fresh, bytes, after.mode);
  return fresh;
}

function lost(path: VaultPath): VaultError {
  const message = `The content of "${path}" is not in the history any more.`;
  return new VaultError('unavailable', message, { path });
}
