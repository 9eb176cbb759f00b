import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import {
  isWithin,
  joinPath,
  movedPath,
  parentOf,
  rootPath,
  type VaultPath,
} from '../../../contract/paths.ts';
import type { Op, State } from '../journal/record.ts';
import { closeEntry, type Root } from '../vault/anchor.ts';
import { inspect, lstatNow, nearestFolder, type Seen } from '../vault/apply.ts';
import { hashOf } from '../vault/hash.ts';
import { plannedStat, type Stat } from '../vault/stat.ts';
import { newTemporaryName } from '../vault/temporary.ts';

/** What must be true of a path, or nothing is changed. Checked again right before the change. */
export interface Expectation {
  readonly hash?: string | undefined;
  /** Whole milliseconds; 0 and a missing file mean no check, as the remote protocol has it. */
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
  /** What was found on disk. */
  readonly seen = new Map<VaultPath, Seen>();
  /** Where the bytes of each staged file come from. */
  readonly staged = new Map<VaultPath, { bytes: Buffer; mode: number; old: Stat | undefined }>();
  readonly #planned = new Map<string, Seen>();
  readonly #moves: { from: VaultPath; to: VaultPath }[] = [];
  /** The first file that was read: most steps replace it, and it has to be open then. */
  #opened: { readonly path: VaultPath; readonly descriptor: number } | undefined;

  constructor(readonly root: Root) {}

  /** Gives away what is open of the file that was seen at the path. */
  takeOpened(path: VaultPath): number | undefined {
    if (this.#opened?.path !== path) return undefined;
    const { descriptor } = this.#opened;
    this.#opened = undefined;
    return descriptor;
  }

  /** Closes what nobody took. */
  close(): void {
    if (this.#opened !== undefined) closeEntry(this.#opened.descriptor);
    this.#opened = undefined;
  }

  /** What will be at the path once the ops so far are done. */
  async look(path: VaultPath): Promise<Seen> {
    let at = path;
    for (const { from, to } of this.#moves.toReversed()) {
      const planned = this.#planned.get(at);
      if (planned !== undefined) return planned;
      if (isWithin(at, to)) at = movedPath(at, to, from);
      else if (isWithin(at, from)) return { stat: undefined };
    }
    return this.#planned.get(at) ?? this.#lookAtDisk(at);
  }

  /** Plans new content for a file, with missing folders above it. Undefined when nothing changes. */
  async put(
    path: VaultPath,
    make: NewBytes,
    expect: Expectation = {},
  ): Promise<string | undefined> {
    const seen = await this.look(path);
    requireFileOrNothing(path, seen);
    requireExpected(path, seen, expect);
    const bytes = Buffer.isBuffer(make) ? make : make(seen.bytes);
    if (bytes === undefined) return undefined;
    const hash = hashOf(bytes);
    if (seen.hash === hash) return undefined;
    const mode = seen.stat?.mode ?? 0o644;
    const after: State = { type: 'file', hash, mode, size: bytes.length };
    this.#put(path, seen, after, bytes);
    return hash;
  }

  /** Plans to bring back a state that the journal knows. */
  async restore(path: VaultPath, after: State, bytes: Buffer | undefined): Promise<void> {
    this.#put(path, await this.look(path), after, bytes);
  }

  /** Refuses unless the path is as expected. */
  async require(path: VaultPath, expect: Expectation = {}): Promise<void> {
    requireExpected(path, await this.look(path), expect);
  }

  async remove(path: VaultPath, expect: Expectation = {}): Promise<void> {
    const seen = await this.look(path);
    requireExpected(path, seen, expect);
    const before = this.#keep(path, seen);
    if (before === null) throw new VaultError('not-found', `no such file: ${path}`, { path });
    this.#add({ op: 'remove', path, before }, { stat: undefined });
  }

  /** Plans a move. What is in the way at the target is replaced, if it is a file. */
  async move(from: VaultPath, to: VaultPath): Promise<void> {
    if (isWithin(to, from) && to !== from) {
      throw new VaultError('invalid-input', `a folder cannot be moved into itself: ${from}`, {
        path: from,
      });
    }
    const [source, target] = [await this.look(from), await this.look(to)];
    if (source.stat === undefined) {
      throw new VaultError('not-found', `no such file: ${from}`, { path: from });
    }
    // The same inode under another spelling is a change of case, not something in the way.
    const inTheWay = target.stat !== undefined && target.stat.ino !== source.stat.ino;
    this.makeParents(to);
    const over = inTheWay ? this.#keep(to, target) : null;
    this.#add({ op: 'move', path: from, to, type: source.stat.type, over });
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
      const stat = lstatNow(this.root, folder);
      if (stat !== undefined) break;
      missing.unshift(folder);
    }
    for (const folder of missing) this.makeFolder(folder);
  }

  #put(path: VaultPath, seen: Seen, after: State, bytes: Buffer | undefined): void {
    if (seen.stat === undefined) this.makeParents(path);
    const before = this.#keep(path, seen);
    if (after.type === 'link') {
      this.#add({ op: 'put', path, before, after }, { stat: undefined, target: after.target });
      return;
    }
    if (after.type === 'special' || bytes === undefined) {
      throw new VaultError(
        'unavailable',
        `The content of "${path}" is not in the history any more.`,
        { path },
      );
    }
    if (bytes.length <= limits.journalInlineBytesMax) this.contents.set(after.hash, bytes);
    const folder = this.seen.get(path)?.stat ? parentOf(path) : nearestFolder(this.root, path);
    const staged = joinPath(folder, newTemporaryName());
    this.staged.set(staged, { bytes, mode: after.mode, old: seen.stat });
    const stat = { ...(seen.stat ?? plannedStat('file', 0)), mode: after.mode };
    this.#add({ op: 'put', path, before, after, staged }, { stat, bytes, hash: after.hash });
  }

  /** The state that was seen, its content kept for the journal. */
  #keep(path: VaultPath, seen: Seen): State | null {
    if (seen.target !== undefined) return { type: 'link', target: seen.target };
    if (seen.stat?.special) return { type: 'special' };
    if (seen.stat === undefined || seen.bytes === undefined || seen.hash === undefined) return null;
    const { hash, bytes } = seen;
    if (bytes.length <= limits.journalInlineBytesMax) this.contents.set(hash, bytes);
    else this.large.push({ hash, path });
    return { type: 'file', hash, mode: seen.stat.mode, size: bytes.length };
  }

  async #lookAtDisk(path: VaultPath): Promise<Seen> {
    const known = this.seen.get(path);
    if (known !== undefined) return known;
    const seen = await inspect(this.root, path, (descriptor) => {
      // Windows does not replace a file that is open.
      if (this.#opened !== undefined || process.platform === 'win32') return false;
      this.#opened = { path, descriptor };
      return true;
    });
    this.seen.set(path, seen);
    return seen;
  }

  #add(op: Op, then?: Seen): void {
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

/** True when what is seen is the state. */
export function isState(seen: Seen, state: State | null): boolean {
  if (state === null) return seen.stat === undefined;
  if (state.type === 'special') return seen.stat?.special === true;
  return state.type === 'link' ? seen.target === state.target : seen.hash === state.hash;
}

function requireFileOrNothing(path: VaultPath, { stat }: Seen): void {
  if (stat?.type === 'folder') {
    throw new VaultError('already-exists', `a folder is in the way: ${path}`, { path });
  }
  if (stat?.special) {
    throw new VaultError('special-file', `not a regular file: ${path}`, { path });
  }
}

function requireExpected(path: VaultPath, seen: Seen, expect: Expectation): void {
  if (expect.absent && seen.stat !== undefined) {
    throw new VaultError('already-exists', `already exists: ${path}`, { path });
  }
  const wrongTime = expect.mtime && seen.stat !== undefined && seen.stat.mtime !== expect.mtime;
  if (wrongTime) {
    throw changed(path, `${path}: expected mtime ${expect.mtime}, found ${seen.stat?.mtime}`);
  }
  if (expect.hash !== undefined && seen.hash !== expect.hash) {
    throw changed(path, `"${path}" changed since you read it.`);
  }
}

function changed(path: VaultPath, message: string): VaultError {
  return new VaultError('changed-on-disk', message, {
    path,
    hint: 'Read it again and make the change on what is there now.',
  });
}
