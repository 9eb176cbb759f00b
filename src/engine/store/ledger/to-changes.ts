import { movedPath, type VaultPath } from '../../../contract/paths.ts';
import type { Op, State } from '../journal/record.ts';
import type { AgreedVersions } from './agreed.ts';
import { folderVersion, type LedgerChange, type Version } from './ledger.ts';
import type { IsShared } from './shared-paths.ts';

export interface ToChangesContext {
  readonly agreed: Pick<AgreedVersions, 'get' | 'within'>;
  readonly isShared: IsShared;
  /** The hash of a file that the step found on disk. */
  readonly hashAt: (path: VaultPath) => string | undefined;
}

interface Touched {
  readonly before: Version;
  readonly after: Version;
  readonly from?: VaultPath | undefined;
}

/**
 * The ops of a step as the ledger sees them: one change for each path, with folders that move as the
 * files in them. Links and paths that are not shared are left out.
 */
export function toLedgerChanges(ops: readonly Op[], context: ToChangesContext): LedgerChange[] {
  const { agreed, isShared, hashAt } = context;
  const touched = new Map<VaultPath, Touched>();
  const set = (path: VaultPath, before: Version, after: Version, from?: VaultPath): void => {
    if (!isShared(path)) return;
    const known = touched.get(path);
    const origin = after === null ? undefined : (from ?? known?.from);
    touched.set(path, { before: known ? known.before : before, after, from: origin });
  };
  const moveOne = (from: VaultPath, to: VaultPath, version: Version, over: Version): void => {
    const origin = touched.get(from)?.from ?? (isShared(from) ? from : undefined);
    set(from, version, null);
    set(to, over, version, version === folderVersion || origin === to ? undefined : origin);
  };
  const moveFolder = (from: VaultPath, to: VaultPath): void => {
    const paths = new Set(agreed.within(from).map(([path]) => path));
    for (const path of touched.keys()) if (movedPath(path, from, to) !== path) paths.add(path);
    for (const path of paths) {
      const known = touched.get(path);
      const version = known === undefined ? agreed.get(path)?.version : known.after;
      if (version) moveOne(path, movedPath(path, from, to), version, null);
    }
    set(to, null, folderVersion);
  };
  for (const op of ops) {
    if (op.op === 'put') set(op.path, versionOf(op.before), versionOf(op.after));
    else if (op.op === 'remove') set(op.path, versionOf(op.before), null);
    else if (op.op === 'mkdir') set(op.path, null, folderVersion);
    else if (op.op === 'rmdir') set(op.path, folderVersion, null);
    else if (op.type === 'folder') moveFolder(op.path, op.to);
    else if (op.type === 'file') {
      const version = touched.get(op.path)?.after ?? hashAt(op.path) ?? null;
      moveOne(op.path, op.to, version, versionOf(op.over));
    }
  }
  return [...touched].flatMap(([path, { before, after, from }]) =>
    before === after ? [] : [{ path, before, after, ...(from !== undefined && { from }) }],
  );
}

function versionOf(state: State | null): Version {
  return state?.type === 'file' ? state.hash : null;
}
