import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import {
  alreadyExists,
  changedSinceRead,
  noSuchFile,
  notAFile,
} from '../../../contract/path-errors.ts';
import {
  isWithin,
  joinPath,
  movedPath,
  parentOf,
  rootPath,
  type VaultPath,
} from '../../../contract/paths.ts';
import type { Op, State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { type FoundEntry, nearestFolder, readEntry } from '../vault/apply.ts';
import { lstatPath } from '../vault/disk.ts';
import { hashOf } from '../vault/hash.ts';
import type { OldFile } from '../vault/replaced-files.ts';
import { plannedStat, type Stat } from '../vault/stat.ts';
import { newTemporaryName } from '../vault/temporary.ts';
import { contentLost } from './apply-op.ts';

/** What must be true of a path, or nothing is changed. Checked again right before the change. */
export interface Expectation {
  readonly hash?: string | undefined;
  /** Whole milliseconds; 0 and a missing file mean no check. */
  readonly mtime?: number | undefined;
  readonly absent?: boolean | undefined;
}

/** New bytes, or how to make them of the old; undefined leaves what is there. */
export type NewBytes = Buffer | ((old: Buffer | undefined) => Buffer | undefined);

/** A step being planned: it reads the disk, writes nothing, and notes what has to stay true. */
export class Draft {
  readonly ops: Op[] = [];
  /** Bytes that states of the step name. */
  readonly contents = new Map<string, Buffer>();
  /** Large contents: only their hash is in the step, the old inode itself is kept. */
  readonly large: { readonly hash: string; readonly path: VaultPath }[] = [];
  /** Paths that the caller has stated a version of. */
  readonly exact = new Set<VaultPath>();
  /** What was found on disk. */
  readonly found = new Map<VaultPath, FoundEntry>();
  /** Files on disk that ops replace or remove. */
  readonly old = new Map<Op, OldFile>();
  /** Where the bytes of each staged file come from. */
  readonly staged = new Map<VaultPath, { bytes: Buffer; mode: number; old: Stat | undefined }>();
  readonly #planned = new Map<string, FoundEntry>();
  readonly #onDisk = new Set<FoundEntry>();
  readonly #moves: { from: VaultPath; to: VaultPath }[] = [];

  constructor(readonly root: Root) {}

  /** What will be at the path once the ops so far are done. */
  async find(path: VaultPath): Promise<FoundEntry> {
    let at = path;
    for (const { from, to } of this.#moves.toReversed()) {
      const planned = this.#planned.get(at);
      if (planned !== undefined) return planned;
      if (isWithin(at, to)) at = movedPath(at, to, from);
      else if (isWithin(at, from)) return { stat: undefined };
    }
    return this.#planned.get(at) ?? this.#read(at);
  }

  /** Plans new content for a file, with missing folders above it. Undefined when nothing changes. */
  async put(
    path: VaultPath,
    make: NewBytes,
    expect: Expectation = {},
  ): Promise<string | undefined> {
    const found = await this.find(path);
    requireFileOrNothing(path, found);
    this.#requireExpected(path, found, expect);
    const bytes = Buffer.isBuffer(make) ? make : make(found.bytes);
    if (bytes === undefined) return undefined;
    const hash = hashOf(bytes);
    if (found.hash === hash) return undefined;
    const mode = found.stat?.mode ?? 0o644;
    const after: State = { type: 'file', hash, mode, size: bytes.length };
    this.#put(path, found, after, bytes);
    return hash;
  }

  /** Plans to bring back a state that the journal knows. */
  async restore(path: VaultPath, after: State, bytes: Buffer | undefined): Promise<void> {
    this.#put(path, await this.find(path), after, bytes);
  }

  /** Refuses unless the path is as expected. */
  async require(path: VaultPath, expect: Expectation = {}): Promise<void> {
    this.#requireExpected(path, await this.find(path), expect);
  }

  async remove(path: VaultPath, expect: Expectation = {}): Promise<void> {
    const found = await this.find(path);
    this.#requireExpected(path, found, expect);
    const before = this.#keep(path, found);
    if (before === null) throw noSuchFile(path);
    const op: Op = { op: 'remove', path, before };
    this.#noteOld(op, path, found);
    this.#add(op, { stat: undefined });
  }

  /** Plans a move. What is in the way at the target is replaced, if it is a file. */
  async move(from: VaultPath, to: VaultPath): Promise<void> {
    if (isWithin(to, from) && to !== from) {
      throw new VaultError('invalid-input', `a folder cannot be moved into itself: ${from}`, {
        path: from,
      });
    }
    const [source, target] = [await this.find(from), await this.find(to)];
    if (source.stat === undefined) throw noSuchFile(from);
    // The same inode under another spelling is a change of case, not something in the way.
    const inTheWay = target.stat !== undefined && target.stat.ino !== source.stat.ino;
    this.makeParents(to);
    const over = inTheWay ? this.#keep(to, target) : null;
    const op: Op = { op: 'move', path: from, to, type: source.stat.type, over };
    if (inTheWay) this.#noteOld(op, to, target);
    this.#add(op);
    this.#moves.push({ from, to });
    for (const path of this.#planned.keys()) if (isWithin(path, to)) this.#planned.delete(path);
  }

  makeFolder(path: VaultPath, mode?: number): void {
    const stat = plannedStat('folder', mode ?? 0o755);
    this.#add({ op: 'mkdir', path, ...(mode !== undefined && { mode }) }, { stat });
  }

  removeFolder(path: VaultPath, mode: number): void {
    this.#add({ op: 'rmdir', path, mode }, { stat: undefined });
  }

  /** Plans every folder above `path` that is missing. */
  makeParents(path: VaultPath): void {
    const missing: VaultPath[] = [];
    for (let folder = parentOf(path); folder !== rootPath; folder = parentOf(folder)) {
      if (this.#planned.get(folder)?.stat?.type === 'folder') break;
      const isLeaving = this.#moves.some(({ from }) => isWithin(folder, from));
      if (!isLeaving && lstatPath(this.root, folder) !== undefined) break;
      missing.unshift(folder);
    }
    for (const folder of missing) this.makeFolder(folder);
  }

  #requireExpected(path: VaultPath, found: FoundEntry, expect: Expectation): void {
    requireExpected(path, found, expect);
    if (expect.hash !== undefined || expect.mtime) this.exact.add(path);
  }

  #put(path: VaultPath, found: FoundEntry, after: State, bytes: Buffer | undefined): void {
    if (found.stat === undefined) this.makeParents(path);
    const before = this.#keep(path, found);
    if (after.type === 'link') {
      this.#add({ op: 'put', path, before, after }, { stat: undefined, target: after.target });
      return;
    }
    if (after.type === 'special' || bytes === undefined) throw contentLost(path);
    if (bytes.length <= limits.journalInlineBytesMax) this.contents.set(after.hash, bytes);
    const folder = this.found.get(path)?.stat ? parentOf(path) : nearestFolder(this.root, path);
    const staged = joinPath(folder, newTemporaryName());
    this.staged.set(staged, { bytes, mode: after.mode, old: found.stat });
    const stat = { ...(found.stat ?? plannedStat('file', 0)), mode: after.mode };
    const op: Op = { op: 'put', path, before, after, staged };
    this.#noteOld(op, path, found);
    this.#add(op, { stat, bytes, hash: after.hash });
  }

  /** What the step itself put there is of no interest to others. */
  #noteOld(op: Op, path: VaultPath, found: FoundEntry): void {
    const { stat, hash } = found;
    if (hash !== undefined && this.#onDisk.has(found)) this.old.set(op, { path, hash, stat });
  }

  /** The state that was found, its content kept for the journal. */
  #keep(path: VaultPath, found: FoundEntry): State | null {
    if (found.target !== undefined) return { type: 'link', target: found.target };
    if (found.stat?.special) return { type: 'special' };
    if (found.stat === undefined || found.bytes === undefined || found.hash === undefined)
      return null;
    const { hash, bytes } = found;
    if (bytes.length <= limits.journalInlineBytesMax) this.contents.set(hash, bytes);
    else this.large.push({ hash, path });
    return { type: 'file', hash, mode: found.stat.mode, size: bytes.length };
  }

  async #read(path: VaultPath): Promise<FoundEntry> {
    const known = this.found.get(path);
    if (known !== undefined) return known;
    const found = await readEntry(this.root, path);
    this.found.set(path, found);
    this.#onDisk.add(found);
    return found;
  }

  #add(op: Op, then?: FoundEntry): void {
    if (this.ops.length >= limits.stepOperationsMax) {
      throw new VaultError(
        'too-large',
        `A step can change at most ${limits.stepOperationsMax} paths.`,
      );
    }
    this.ops.push(op);
    if (then !== undefined) this.#planned.set(op.path, then);
  }
}

/** True when the entry that was found has this state. */
export function isState(found: FoundEntry, state: State | null): boolean {
  if (state === null) return found.stat === undefined;
  if (state.type === 'special') return found.stat?.special === true;
  return state.type === 'link' ? found.target === state.target : found.hash === state.hash;
}

function requireFileOrNothing(path: VaultPath, { stat }: FoundEntry): void {
  if (stat?.type === 'folder') {
    throw new VaultError('already-exists', `a folder is in the way: ${path}`, { path });
  }
  if (stat?.special) throw notAFile(path);
}

function requireExpected(path: VaultPath, found: FoundEntry, expect: Expectation): void {
  if (expect.absent && found.stat !== undefined) throw alreadyExists(path);
  const wrongTime = expect.mtime && found.stat !== undefined && found.stat.mtime !== expect.mtime;
  if (wrongTime) {
    const message = `${path}: expected mtime ${expect.mtime}, found ${found.stat?.mtime}`;
    throw new VaultError('changed-on-disk', message, changedSinceRead(path).about);
  }
  if (expect.hash !== undefined && found.hash !== expect.hash) {
    throw changedSinceRead(path);
  }
}
