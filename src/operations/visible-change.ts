import type { VaultChange } from '../contract/events.ts';
import type { VaultPath } from '../contract/paths.ts';

/** A change as somebody sees it who does not see everything. */
export type VisibleChange = VaultChange & {
  /** Where it went, when it is deleted only for those who do not see that place. */
  readonly wentTo?: VaultPath;
};

/** What goes where one cannot see is gone, and what comes from there is new. */
export function visibleChange(
  change: VaultChange,
  isSeen: (path: VaultPath) => boolean,
): VisibleChange | undefined {
  const { path, type, origin } = change;
  const by = origin === undefined ? {} : { origin };
  if (change.kind !== 'renamed') return isSeen(path) ? change : undefined;
  const { newPath } = change;
  if (isSeen(path)) {
    return isSeen(newPath) ? change : { kind: 'deleted', path, type, ...by, wentTo: newPath };
  }
  return isSeen(newPath) ? { kind: 'created', path: newPath, type, ...by } : undefined;
}
