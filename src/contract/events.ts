import type { Protocol } from './callers.ts';
import type { VaultPath } from './paths.ts';

/** Who made a change, when it was one of us. */
export interface Origin {
  readonly protocol: Protocol;
  readonly client: string;
  /** The journalled step, so that it can be shown and undone. */
  readonly step: string;
  /** The machine that made it, when it was another one. */
  readonly machine?: string;
}

export type EntryType = 'file' | 'folder' | 'symlink';

/** Something in the vault is different now. Sent after the fact: a stat of the path already agrees. */
export type VaultChange =
  | {
      readonly kind: 'created' | 'modified' | 'deleted';
      readonly path: VaultPath;
      readonly type: EntryType;
      readonly origin?: Origin;
      /** Of the file's new content, where it is known without reading the file for it. */
      readonly hash?: string;
    }
  | {
      readonly kind: 'renamed';
      readonly path: VaultPath;
      readonly newPath: VaultPath;
      readonly type: EntryType;
      readonly origin?: Origin;
      readonly hash?: string;
    };

/** Every path that a change speaks of. */
export function pathsOf(change: VaultChange): VaultPath[] {
  return change.kind === 'renamed' ? [change.path, change.newPath] : [change.path];
}

/** Where the thing that changed is now, or was last. */
export function placeOf(change: VaultChange): VaultPath {
  return change.kind === 'renamed' ? change.newPath : change.path;
}
