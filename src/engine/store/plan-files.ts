import { alreadyExists, notAFolder } from '../../contract/path-errors.ts';
import {
  joinPath,
  nameOf,
  parentOf,
  parseVaultPath,
  type VaultPath,
} from '../../contract/paths.ts';
import type { Draft, Expectation, NewBytes } from './steps/draft.ts';
import type { Root } from './vault/anchor.ts';
import { listFolder, lstatPath } from './vault/disk.ts';
import type { Policy } from './vault/policy.ts';
import type { Stat } from './vault/stat.ts';

export const trashFolder = parseVaultPath('.trash');

/** One part of a step over many files. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly path: VaultPath;
      readonly bytes: NewBytes;
      readonly expect?: Expectation;
    }
  | { readonly kind: 'remove'; readonly path: VaultPath; readonly expect?: Expectation }
  /** Below `.trash/`, under a name that is free there. */
  | { readonly kind: 'trash'; readonly path: VaultPath; readonly expect?: Expectation }
  | {
      readonly kind: 'move';
      readonly path: VaultPath;
      readonly to: VaultPath;
      readonly expect?: Expectation;
    };

/** Plans one change of a step over many files. */
export async function planChange(root: Root, draft: Draft, change: FileChange): Promise<void> {
  const { path } = change;
  if (change.kind === 'write') await draft.put(path, change.bytes, change.expect);
  else if (change.kind === 'remove') await draft.remove(path, change.expect);
  else if (change.kind === 'trash') {
    await draft.require(path, change.expect);
    await draft.move(path, freePath(root, joinPath(trashFolder, path)));
  } else {
    const [source, target] = [await draft.find(path), await draft.find(change.to)];
    await draft.require(path, change.expect);
    const isTaken = target.stat !== undefined && target.stat.ino !== source.stat?.ino;
    if (isTaken) throw alreadyExists(change.to);
    await draft.move(path, change.to);
  }
}

/** `a.md`, or the first of `a 2.md`, `a 3.md` … that is free on disk and not planned. */
export function freePath(
  root: Root,
  path: VaultPath,
  planned: readonly VaultPath[] = [],
): VaultPath {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = path;
  const isTaken = () => planned.includes(free) || lstatPath(root, free) !== undefined;
  for (let number = 2; isTaken(); number++) {
    free = joinPath(parentOf(path), `${stem} ${number}${ending}`);
  }
  return free;
}

/** Everything below, deepest first, each content kept; refused where a part of it is closed. */
export async function planRemoval(
  root: Root,
  draft: Draft,
  folder: VaultPath,
  stat: Stat,
  policy: Policy,
): Promise<void> {
  for (const { name, stat: found } of listFolder(root, folder)) {
    const path = joinPath(folder, name);
    requireBoth(policy, path);
    if (found.type === 'folder') await planRemoval(root, draft, path, found, policy);
    else await draft.remove(path);
  }
  draft.removeFolder(folder, stat.mode);
}

/** A path that may not be read may not be changed either. */
export function requireBoth(policy: Policy, path: VaultPath): void {
  policy.requireRead(path);
  policy.requireWrite(path);
}

/** False when source and target are one and the same file: nothing to do. */
export function mayReplace(
  to: VaultPath,
  moved: Stat,
  target: Stat | undefined,
  otherSpelling: boolean,
): boolean {
  if (target === undefined) return true;
  const same = target.ino === moved.ino && target.dev === moved.dev;
  if (same && otherSpelling && target.type === moved.type) return true;
  if (target.type === 'folder') throw alreadyExists(to);
  if (same) return false;
  if (moved.type === 'folder') throw notAFolder(to);
  return true;
}
