import { isWithin, joinPath, type VaultPath } from '../../../contract/paths.ts';
import { conflictPath } from '../conflict-names.ts';
import { mergeBytes } from '../merge-bytes.ts';
import { freePath } from '../plan-files.ts';
import type { Draft } from '../steps/draft.ts';
import type { FoundEntry } from '../vault/apply.ts';
import { listFolder } from '../vault/disk.ts';
import { foldersAbove, folderVersion, type LedgerChange, type Version } from './ledger.ts';

export interface IncomingContext {
  readonly machine: string;
  readonly now: number;
  /** Where files are that another program has moved in this folder, by their agreed path. */
  readonly renames: ReadonlyMap<VaultPath, VaultPath>;
  /** A content that a change names; undefined when it is kept nowhere any more. */
  contentOf(hash: string): Promise<Buffer | undefined>;
}

export interface Incoming {
  /** Paths whose content here is not the ledger's now: they have to be committed. */
  readonly ours: VaultPath[];
  /** Copies of versions that did not merge. */
  readonly copies: VaultPath[];
}

/**
 * Plans what another machine did. Where the folder holds what the change began with, it is done;
 * where another program has edited the same file here, both edits are joined, and if that cannot be,
 * the ledger's version stays under the name and ours becomes a copy beside it. An edit wins over a
 * delete, and follows a file that was renamed.
 */
export async function planIncoming(
  draft: Draft,
  changes: readonly LedgerChange[],
  context: IncomingContext,
): Promise<Incoming> {
  const incoming = new IncomingPlan(draft, context);
  const removed = new Map(
    changes.flatMap((change) => (change.after === null ? [[change.path, change] as const] : [])),
  );
  const renames = changes.flatMap((change) => {
    const source = change.from === undefined ? undefined : removed.get(change.from);
    return source === undefined || change.after === null ? [] : [{ ...change, source }];
  });
  const renamed = new Set(renames.flatMap(({ path, source }) => [path, source.path]));
  const rest = changes.filter(({ path }) => !renamed.has(path));
  for (const change of rest) if (change.after === folderVersion) await incoming.makeFolder(change);
  for (const { source, ...change } of renames) await incoming.rename(source, change);
  for (const change of rest) {
    const isFile = change.before !== folderVersion && change.after !== folderVersion;
    if (isFile) await incoming.change(change);
  }
  // The deepest first, when everything in them has gone.
  for (const change of rest.toSorted((a, b) => b.path.length - a.path.length)) {
    if (change.before === folderVersion && change.after === null)
      await incoming.removeFolder(change);
  }
  return incoming.result;
}

class IncomingPlan {
  readonly result: Incoming = { ours: [], copies: [] };
  readonly #draft: Draft;
  readonly #context: IncomingContext;

  constructor(draft: Draft, context: IncomingContext) {
    this.#draft = draft;
    this.#context = context;
  }

  async change({ path, before, after }: LedgerChange): Promise<void> {
    const at = this.#context.renames.get(path) ?? path;
    const found = await this.#draft.find(at);
    const ours = versionOf(found);
    if (ours === after && at === path) return;
    if (after === null) {
      // An edit, and a file that was renamed here, stay.
      if (ours === before && at === path) await this.#draft.remove(path);
      else if (ours !== null) this.result.ours.push(at);
      return;
    }
    const theirs = await this.#context.contentOf(after);
    // Pruned: a later step changed it again, or the comparison with what is there brings it.
    if (theirs === undefined) return;
    if (ours === before || ours === null) {
      await this.#put(ours === null ? path : at, theirs);
      if (at !== path) this.result.ours.push(at);
      return;
    }
    await this.#join(at, found, before, theirs);
  }

  /** The file goes where the ledger has it, with the edits that were made here. */
  async rename(source: LedgerChange, target: LedgerChange): Promise<void> {
    const { path: to, after } = target;
    const from = this.#context.renames.get(source.path) ?? source.path;
    const found = await this.#draft.find(from);
    const ours = versionOf(found);
    if (ours === null || ours === folderVersion) {
      return this.change({ path: to, before: target.before, after });
    }
    if (from !== to) {
      const there = versionOf(await this.#draft.find(to));
      const isSame = (await this.#draft.find(to)).stat?.ino === found.stat?.ino;
      if (there === after && !isSame) {
        if (ours === source.before) await this.#draft.remove(from);
        else this.result.ours.push(from);
        return;
      }
      if (there !== null && !isSame) await this.#moveAside(to);
      await this.#clearWay(to);
      await this.#draft.move(from, to);
    }
    if (ours === after || after === null) return;
    const theirs = await this.#context.contentOf(after);
    if (theirs === undefined) return;
    if (ours === source.before) await this.#put(to, theirs);
    else if (source.before === after) this.result.ours.push(to);
    else await this.#join(to, found, source.before, theirs);
  }

  async makeFolder({ path }: LedgerChange): Promise<void> {
    const found = await this.#draft.find(path);
    if (found.stat?.type === 'folder') return;
    await this.#clearWay(path);
    if (found.stat !== undefined) await this.#moveAside(path);
    this.#draft.makeParents(joinPath(path, 'x'));
  }

  /** Only when nothing is left in it: files that stay on this machine keep their folder. */
  async removeFolder({ path }: LedgerChange): Promise<void> {
    const { stat } = await this.#draft.find(path);
    if (stat?.type !== 'folder') return;
    const { root, ops } = this.#draft;
    const leaving = new Set(
      ops.flatMap((op) => (op.op === 'put' || op.op === 'mkdir' ? [] : [op.path])),
    );
    const coming = ops.some(
      (op) =>
        (op.op === 'put' && isWithin(op.path, path)) || (op.op === 'move' && isWithin(op.to, path)),
    );
    const isEmpty = listFolder(root, path).every(({ name }) => leaving.has(joinPath(path, name)));
    if (isEmpty && !coming) this.#draft.removeFolder(path, stat.mode);
  }

  /** Both sides have changed the file: one text of both, or two files. */
  async #join(at: VaultPath, found: FoundEntry, before: Version, theirs: Buffer): Promise<void> {
    const base = before === null ? undefined : await this.#context.contentOf(before);
    const merged = mergeBytes(base, found.bytes, theirs);
    if (merged !== undefined) {
      await this.#draft.put(at, merged);
      this.result.ours.push(at);
      return;
    }
    await this.#moveAside(at);
    await this.#put(at, theirs);
  }

  async #put(path: VaultPath, bytes: Buffer): Promise<void> {
    await this.#clearWay(path);
    await this.#draft.put(path, bytes);
  }

  /** What is in the way keeps its content under another name. */
  async #moveAside(path: VaultPath): Promise<void> {
    const { machine, now } = this.#context;
    const { copies } = this.result;
    // One step can move two files aside from one path.
    const copy = freePath(this.#draft.root, conflictPath(path, machine, now), copies);
    await this.#draft.move(path, copy);
    copies.push(copy);
    this.result.ours.push(copy);
  }

  /** A file of this machine must not be where a folder has to be. */
  async #clearWay(path: VaultPath): Promise<void> {
    for (const folder of foldersAbove(path)) {
      const { stat } = await this.#draft.find(folder);
      if (stat !== undefined && stat.type !== 'folder') await this.#moveAside(folder);
    }
  }
}

/** What is at a path, as the ledger counts it: a link is not shared, so it is in the way. */
function versionOf({ stat, hash }: FoundEntry): Version {
  if (stat === undefined) return null;
  if (stat.type === 'folder') return folderVersion;
  return hash ?? 'link';
}
