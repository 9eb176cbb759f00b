import type { VaultChange } from '../../contract/events.ts';
import { isHidden, type VaultPath } from '../../contract/paths.ts';
import type { Emitter } from '../../kit/emitter.ts';
import type { Policy } from '../store/vault/policy.ts';

/** A change as a caller sees it who may not see everything. */
export type VisibleChange = VaultChange & {
  /** Of what was deleted: the hidden place it was moved to, which is the trash. */
  readonly wentTo?: VaultPath;
  /** Of a folder that came into view: its contents came with it, and have no changes of their own. */
  readonly withContents?: true;
};

export interface ListenOptions {
  /**
   * `seen`: as soon as the files are as the change says. `indexed`, the default: a moment later,
   * when the notes have been read again, so that whatever is asked then includes the change.
   */
  readonly when?: 'seen' | 'indexed';
}

/** What changes in the vault, as far as one caller may know of it. */
export interface ViewChanges {
  /** Calls back with batches of changes in the order they happened. Returns how to stop. */
  onChanges(
    listener: (batch: readonly VisibleChange[]) => void,
    options?: ListenOptions,
  ): () => void;
  /** The same for one change that was kept for several callers. Undefined when it is hidden. */
  see(change: VisibleChange): VisibleChange | undefined;
}

type Changes = Pick<Emitter<readonly VaultChange[]>, 'on'>;

export function createViewChanges(
  sources: Readonly<Record<'seen' | 'indexed', Changes>>,
  policy: Policy,
): ViewChanges {
  const see = (change: VisibleChange) => seeChange(policy, change);
  return {
    see,
    onChanges: (listener, { when = 'indexed' } = {}) =>
      sources[when].on((batch) => {
        const visible = policy.isOpen ? batch : batch.flatMap((change) => see(change) ?? []);
        if (visible.length > 0) listener(visible);
      }),
  };
}

/** What moves out of view is gone, and what moves into it is new. */
function seeChange(policy: Policy, change: VisibleChange): VisibleChange | undefined {
  const { path, type, origin, hash } = change;
  const isOldKnown = policy.maySee(path, type);
  if (change.kind !== 'renamed') return isOldKnown ? change : undefined;
  const { newPath } = change;
  const isNewKnown = policy.maySee(newPath, type);
  if (isOldKnown && isNewKnown) return change;
  const about = { type, ...(origin && { origin }) };
  if (isOldKnown) {
    // A place that is closed to this caller alone is not named to it.
    const wentTo = isHidden(newPath) && !isHidden(path) ? { wentTo: newPath } : {};
    return { kind: 'deleted', path, ...about, ...wentTo };
  }
  if (!isNewKnown) return undefined;
  const contents = type === 'folder' ? { withContents: true as const } : {};
  return { kind: 'created', path: newPath, ...about, ...(hash && { hash }), ...contents };
}
