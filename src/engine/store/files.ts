import { VaultError } from '../../contract/errors.ts';
import {
  alreadyExists,
  folderNotEmpty,
  isAFolder,
  noSuchFile,
  notAFolder,
} from '../../contract/path-errors.ts';
import { joinPath, nameOf, parentOf, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { ReportProgress } from '../../contract/progress.ts';
import {
  type FileChange,
  freePath,
  mayReplace,
  planChange,
  planRemoval,
  requireBoth,
  trashFolder,
} from './plan-files.ts';
import type { Draft, Expectation, NewBytes } from './steps/draft.ts';
import { planEach } from './steps/plan-each.ts';
import type { Actor, Done, Steps } from './steps/steps.ts';
import type { Root } from './vault/anchor.ts';
import { canonicalPath, targetPath } from './vault/canonical.ts';
import { listFolder, lstatPath, statPath } from './vault/disk.ts';
import type { Policy } from './vault/policy.ts';
import type { Stat } from './vault/stat.ts';

export interface ChangeOptions {
  /** One readable line for the history. */
  readonly why?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with how far a change of many files is. */
  readonly progress?: ReportProgress | undefined;
}

export interface WriteOptions extends ChangeOptions {
  readonly expect?: Expectation | undefined;
}

export interface FolderOptions extends ChangeOptions {
  readonly recursive?: boolean;
}

export interface TrashOptions extends ChangeOptions {
  readonly keepBoth?: boolean;
}

/** What a change did. */
export interface Written {
  readonly path: VaultPath;
  /** Of what is at the path now. */
  readonly mtime: number;
  /** Of the content, where it is a file. */
  readonly hash: string | undefined;
  /** The step to undo; undefined when nothing had to change. */
  readonly step: string | undefined;
}

export interface FilesContext {
  readonly root: Root;
  readonly steps: Steps;
  readonly policy: Policy;
  readonly by: Actor;
}

/** Changing files and folders as one caller may, each call one step. */
export class Files {
  readonly #root: Root;
  readonly #steps: Steps;
  readonly #policy: Policy;
  readonly #by: Actor;

  constructor({ root, steps, policy, by }: FilesContext) {
    this.#root = root;
    this.#steps = steps;
    this.#policy = policy;
    this.#by = by;
  }

  write(path: VaultPath, bytes: NewBytes, options: WriteOptions = {}): Promise<Written> {
    return this.#put(path, bytes, `write ${path}`, options);
  }

  async append(path: VaultPath, bytes: Buffer, options: WriteOptions = {}): Promise<Written> {
    const found = statPath(this.#root, path);
    if (found?.stat.type === 'folder') throw isAFolder(path);
    const folder = parentOf(path);
    if (found === undefined) requireThere(folder, statPath(this.#root, folder)?.stat);
    const make = (old: Buffer | undefined) => Buffer.concat([old ?? Buffer.alloc(0), bytes]);
    return this.#put(path, make, `append to ${path}`, options);
  }

  async makeFolder(
    path: VaultPath,
    { recursive = false, ...options }: FolderOptions = {},
  ): Promise<void> {
    if (path === rootPath) return;
    const at = this.#requireWritable(path, canonicalPath);
    await this.#run([at], [path], `make folder ${path}`, options, async (draft) => {
      const found = statPath(this.#root, at)?.stat;
      if (found?.type === 'folder') return;
      if (found !== undefined) throw recursive ? notAFolder(path) : alreadyExists(path);
      if (!recursive) requireThere(parentOf(path), statPath(this.#root, parentOf(at))?.stat);
      draft.makeParents(joinPath(at, 'x'));
    });
  }

  async remove(path: VaultPath, options: WriteOptions = {}): Promise<Done> {
    if (path === rootPath) throw isAFolder(path);
    const at = this.#requireWritable(path, canonicalPath);
    return this.#run([at], [path], `remove ${path}`, options, async (draft) => {
      const found = requireThere(path, lstatPath(this.#root, at));
      if (found.type === 'folder') throw isAFolder(path);
      await draft.remove(at, options.expect);
    });
  }

  async removeFolder(
    path: VaultPath,
    { recursive = false, ...options }: FolderOptions = {},
  ): Promise<Done> {
    const at = this.#requireWritable(path, canonicalPath);
    if (at === rootPath) throw notTheRoot('removed');
    return this.#run([at], [path], `remove folder ${path}`, options, async (draft) => {
      const found = requireThere(path, lstatPath(this.#root, at));
      if (found.type === 'symlink' && statPath(this.#root, at)?.stat.type === 'folder') {
        return draft.remove(at);
      }
      if (found.type !== 'folder') throw notAFolder(path);
      if (!recursive && listFolder(this.#root, at).length > 0) throw folderNotEmpty(path);
      await planRemoval(this.#root, draft, at, found, this.#policy);
    });
  }

  async rename(from: VaultPath, to: VaultPath, options: ChangeOptions = {}): Promise<Written> {
    if (canonicalPath(this.#root, from) === rootPath) throw notTheRoot('renamed');
    if (canonicalPath(this.#root, to) === rootPath) throw alreadyExists(to);
    this.#requireWritable(from, canonicalPath);
    this.#requireWritable(to, canonicalPath);
    return this.#move(from, to, `move ${from} to ${to}`, options);
  }

  async copy(from: VaultPath, to: VaultPath, options: WriteOptions = {}): Promise<Written> {
    this.#policy.requireRead(from);
    const source = targetPath(this.#root, from);
    if (source !== from) this.#policy.requireRead(source);
    const found = requireThere(from, statPath(this.#root, source)?.stat);
    if (found.type === 'folder') throw isAFolder(from);
    if (to === rootPath) throw alreadyExists(to);
    const at = this.#requireWritable(to, targetPath);
    let hash: string | undefined;
    const why = `copy ${from} to ${to}`;
    const done = await this.#run([source, at], [to], why, options, async (draft) => {
      const { bytes } = await draft.find(source);
      if (bytes === undefined) throw missing(from);
      hash = await draft.put(at, bytes, options.expect);
    });
    return this.#toWritten(at, done, hash);
  }

  /** Moves below `.trash/`, where the same name is replaced, or both are kept, the new one with a number. */
  async trash(
    path: VaultPath,
    { keepBoth = false, ...options }: TrashOptions = {},
  ): Promise<Written> {
    const at = canonicalPath(this.#root, path);
    if (at === rootPath || at === trashFolder) throw notTheRoot('moved to the trash');
    this.#requireWritable(path, canonicalPath);
    const wanted = joinPath(trashFolder, at);
    const to = keepBoth ? freePath(this.#root, wanted) : wanted;
    return this.#move(path, to, `move ${path} to the trash`, options);
  }

  /** All changes in their order as one step, or none. A move refuses to replace anything. */
  async apply(
    changes: readonly FileChange[],
    options: ChangeOptions & { why: string },
  ): Promise<Done> {
    const resolved = changes.map((change): FileChange => {
      const resolve = change.kind === 'write' ? targetPath : canonicalPath;
      const path = this.#requireWritable(change.path, resolve);
      if (change.kind !== 'move') return { ...change, path };
      return { ...change, path, to: this.#requireWritable(change.to, canonicalPath) };
    });
    const [lock, named] = [resolved.flatMap(pathsOfChange), changes.flatMap(pathsOfChange)];
    return this.#run(lock, named, options.why, options, (draft) =>
      planEach(resolved, options, (change) => planChange(this.#root, draft, change)),
    );
  }

  async #put(path: VaultPath, bytes: NewBytes, why: string, options: WriteOptions) {
    if (path === rootPath) throw alreadyExists(path);
    const at = this.#requireWritable(path, targetPath);
    let hash: string | undefined;
    const done = await this.#run([at], [path], why, options, async (draft) => {
      hash = await draft.put(at, bytes, options.expect);
      hash ??= (await draft.find(at)).hash;
    });
    return this.#toWritten(at, done, hash);
  }

  async #move(from: VaultPath, to: VaultPath, why: string, options: ChangeOptions) {
    const [source, target] = [canonicalPath(this.#root, from), canonicalPath(this.#root, to)];
    const done = await this.#run([source, target], [from, to], why, options, async (draft) => {
      const moved = requireThere(from, lstatPath(this.#root, source));
      if (!mayReplace(to, moved, lstatPath(this.#root, target), source !== target)) return;
      await draft.move(source, target);
    });
    return this.#toWritten(target, done);
  }

  #run(
    lock: readonly VaultPath[],
    named: readonly VaultPath[],
    usualWhy: string,
    { why = usualWhy, signal, progress }: ChangeOptions,
    plan: (draft: Draft) => Promise<void>,
  ): Promise<Done> {
    return this.#steps.run({ by: this.#by, why, lock, named, signal, progress, plan });
  }

  /** Both the name that was asked for and the place it leads to must be writable. */
  #requireWritable(path: VaultPath, resolve: typeof canonicalPath): VaultPath {
    requireBoth(this.#policy, path);
    const real = resolve(this.#root, path);
    if (real !== path) requireBoth(this.#policy, real);
    return real;
  }

  #toWritten(path: VaultPath, done: Done, hash?: string): Written {
    const stat = done.stats.get(path) ?? lstatPath(this.#root, path);
    return { path, mtime: stat?.mtime ?? 0, hash, step: done.id };
  }
}

function pathsOfChange(change: FileChange): VaultPath[] {
  return change.kind === 'move' ? [change.path, change.to] : [change.path];
}

function requireThere(path: VaultPath, stat: Stat | undefined): Stat {
  if (stat === undefined) throw missing(path);
  return stat;
}

const missing = (path: VaultPath) =>
  noSuchFile(path, { hint: `Check the name. "${nameOf(path)}" may be in another folder.` });
const notTheRoot = (what: string) =>
  new VaultError('invalid-input', `The vault itself cannot be ${what}.`, {
    hint: 'Name something inside it.',
  });
