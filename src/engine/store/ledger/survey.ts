import { setImmediate as nextTick } from 'node:timers/promises';
import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import { isWithin, joinPath, rootPath, type VaultPath } from '../../../contract/paths.ts';
import type { Root } from '../vault/anchor.ts';
import { readEntry } from '../vault/apply.ts';
import { listFolder, lstatPath } from '../vault/disk.ts';
import type { Stat } from '../vault/stat.ts';
import { type AgreedVersions, identityOf, markOf } from './agreed.ts';
import { folderVersion } from './ledger.ts';
import type { IsShared } from './shared-paths.ts';

/** Something that another program did in the folder. */
export type OutsideChange =
  | { readonly kind: 'edited' | 'added'; readonly path: VaultPath }
  | { readonly kind: 'removed'; readonly path: VaultPath }
  | { readonly kind: 'renamed'; readonly path: VaultPath; readonly from: VaultPath }
  | { readonly kind: 'folder-added' | 'folder-removed'; readonly path: VaultPath };

export interface SurveyContext {
  readonly root: Root;
  readonly agreed: AgreedVersions;
  readonly isShared: IsShared;
}

export interface Survey {
  readonly changes: readonly OutsideChange[];
  /** Files beyond the limit of the ledger, which stay on this machine. */
  readonly tooLarge: readonly VaultPath[];
}

/** How many entries are looked at before others get a turn. */
const entriesPerTurn = 500;

/** How the folder differs from what was agreed, at these paths and below them. */
export async function surveyFolder(
  context: SurveyContext,
  paths: Iterable<VaultPath>,
): Promise<Survey> {
  const { root, agreed, isShared } = context;
  const [seen, missing] = [new Map<VaultPath, Stat>(), new Set<VaultPath>()];
  let count = 0;
  const see = async (path: VaultPath, stat: Stat): Promise<boolean> => {
    if (path !== rootPath && !isShared(path)) return false;
    if (stat.type === 'symlink' || stat.special || seen.has(path)) return false;
    if (++count % entriesPerTurn === 0) await nextTick();
    if (stat.type !== 'folder') {
      seen.set(path, stat);
      return true;
    }
    const entries = listFolder(root, path);
    let hasShared = false;
    for (const entry of entries) {
      if (await see(joinPath(path, entry.name), entry.stat)) hasShared = true;
    }
    // A folder with nothing but files of this machine is one of this machine.
    const isOurs = entries.length > 0 && !hasShared && !agreed.get(path);
    if (path !== rootPath && !isOurs) seen.set(path, stat);
    return !isOurs;
  };
  for (const path of topmost(paths)) {
    const stat = lstatPath(root, path);
    if (stat !== undefined) await see(path, stat);
    const known = path === rootPath ? [...agreed.entries()] : agreed.within(path);
    for (const [each] of known) if (!seen.has(each)) missing.add(each);
  }
  return compare(context, seen, missing);
}

async function compare(
  { root, agreed }: SurveyContext,
  seen: ReadonlyMap<VaultPath, Stat>,
  missing: ReadonlySet<VaultPath>,
): Promise<Survey> {
  const changes: OutsideChange[] = [];
  const [added, tooLarge]: VaultPath[][] = [[], []];
  for (const [path, stat] of seen) {
    const known = agreed.get(path);
    if (stat.type === 'folder') {
      if (known?.version !== folderVersion) changes.push({ kind: 'folder-added', path });
    } else if (stat.size > ledgerLimits.fileBytesMax) {
      tooLarge?.push(path);
    } else if (known === undefined) added?.push(path);
    else if (known.mark !== markOf(stat)) {
      const { hash } = await readEntry(root, path);
      // Only its times are other ones: that is no edit.
      if (hash === known.version) agreed.record([{ path, ...known, mark: markOf(stat) }]);
      else changes.push({ kind: 'edited', path });
    }
  }
  const gone = [...missing].filter((path) => agreed.get(path)?.version !== folderVersion);
  const { renamed, rest } = await pairRenames(root, agreed, added ?? [], gone, seen);
  changes.push(...renamed, ...rest);
  const from = new Set(renamed.map((change) => change.from));
  for (const path of gone) if (!from.has(path)) changes.push({ kind: 'removed', path });
  // The deepest folder first, after all that was in it.
  for (const path of [...missing].sort((a, b) => b.length - a.length)) {
    if (agreed.get(path)?.version === folderVersion) changes.push({ kind: 'folder-removed', path });
  }
  return { changes, tooLarge: tooLarge ?? [] };
}

/** A new file is a missing one under another name when it is the same file, or has its content. */
async function pairRenames(
  root: Root,
  agreed: AgreedVersions,
  added: readonly VaultPath[],
  gone: readonly VaultPath[],
  seen: ReadonlyMap<VaultPath, Stat>,
) {
  const [byFile, byVersion] = [new Map<string, VaultPath>(), new Map<string, VaultPath>()];
  for (const path of gone) {
    const { mark, version } = agreed.get(path) ?? {};
    if (mark !== undefined) byFile.set(identityOf(mark), path);
    if (version !== undefined) byVersion.set(version, path);
  }
  const taken = new Set<VaultPath>();
  const renamed: { kind: 'renamed'; path: VaultPath; from: VaultPath }[] = [];
  const rest: { kind: 'added'; path: VaultPath }[] = [];
  const isFree = (path: VaultPath | undefined): path is VaultPath =>
    path !== undefined && !taken.has(path);
  for (const path of added) {
    const stat = seen.get(path);
    let from = stat && byFile.get(identityOf(markOf(stat)));
    if (!isFree(from) && taken.size < gone.length) {
      from = byVersion.get((await readEntry(root, path)).hash ?? '');
    }
    if (isFree(from)) {
      taken.add(from);
      renamed.push({ kind: 'renamed', path, from });
    } else rest.push({ kind: 'added', path });
  }
  return { renamed, rest };
}

/** Without those that are below another one. */
function topmost(paths: Iterable<VaultPath>): VaultPath[] {
  const sorted = [...new Set(paths)].sort((a, b) => a.length - b.length);
  if (sorted[0] === rootPath) return [rootPath];
  const found: VaultPath[] = [];
  for (const path of sorted) if (!found.some((top) => isWithin(path, top))) found.push(path);
  return found;
}
