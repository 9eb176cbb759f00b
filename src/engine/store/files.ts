import { VaultError } from '../../contract/errors.ts';
import {
  joinPath,
  nameOf,
  parentOf,
  parseVaultPath,
  rootPath,
  type VaultPath,
} from '../../contract/paths.ts';
import type { TellProgress } from '../../contract/progress.ts';
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
  /** Told how far a change of many files is. */
  readonly progress?: TellProgress | undefined;
}

export interface WriteOptions extends ChangeOptions {
  readonly expect?: Expectation | undefined;
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
  | { readonly kind: 'move'; readonly path: VaultPath; readonly to: VaultPath };

/** Changing files and folders as one caller may, each call one step. */
export interface Files {
  write(path: VaultPath, bytes: NewBytes, options?: WriteOptions): Promise<Written>;
  append(path: VaultPath, bytes: Buffer, options?: WriteOptions): Promise<Written>;
  makeFolder(path: VaultPath, options?: ChangeOptions & { recursive?: boolean }): Promise<void>;
  remove(path: VaultPath, options?: WriteOptions): Promise<Done>;
  removeFolder(path: VaultPath, options?: ChangeOptions & { recursive?: boolean }): Promise<Done>;
  rename(from: VaultPath, to: VaultPath, options?: ChangeOptions): Promise<Written>;
  copy(from: VaultPath, to: VaultPath, options?: ChangeOptions): Promise<Written>;
  /** Moves below `.trash/`, where the same name is replaced, or kept beside with a number. */
  trash(path: VaultPath, options?: ChangeOptions & { keepBoth?: boolean }): Promise<Written>;
  /** All changes in their order as one step, or none. A move refuses to replace anything. */
  apply(changes: readonly FileChange[], options: ChangeOptions & { why: string }): Promise<Done>;
}

export interface FilesContext {
  readonly root: Root;
  readonly steps: Steps;
  readonly policy: Policy;
  readonly by: Actor;
}

export const trashFolder = parseVaultPath('.trash');

export function createFiles({ root, steps, policy, by }: FilesContext): Files {
  /** Both the name that was asked for and the place it leads to must be writable. */
  const writable = (path: VaultPath, resolve: typeof canonicalPath): VaultPath => {
    requireBoth(policy, path);
    const real = resolve(root, path);
    if (real !== path) requireBoth(policy, real);
    return real;
  };
  const readable = (path: VaultPath): void => policy.requireRead(path);

  const run = (
    lock: readonly VaultPath[],
    why: string,
    { signal, progress }: ChangeOptions,
    plan: (draft: Draft) => Promise<void>,
  ): Promise<Done> => steps.run({ by, why, lock, signal, progress, plan });

  const written = (path: VaultPath, done: Done, hash?: string): Written => {
    const stat = done.stats.get(path) ?? lstatPath(root, path);
    return { path, mtime: stat?.mtime ?? 0, hash, step: done.id };
  };

  const put = async (
    path: VaultPath,
    bytes: NewBytes,
    options: WriteOptions,
    verb: string,
  ): Promise<Written> => {
    if (path === rootPath) throw inTheWay(path);
    const at = writable(path, targetPath);
    let hash: string | undefined;
    const done = await run([at], options.why ?? `${verb} ${path}`, options, async (draft) => {
      hash = await draft.put(at, bytes, options.expect);
      hash ??= (await draft.find(at)).hash;
    });
    return written(at, done, hash);
  };

  const move = async (
    from: VaultPath,
    to: VaultPath,
    why: string,
    options: ChangeOptions,
  ): Promise<Written> => {
    const [source, target] = [canonicalPath(root, from), canonicalPath(root, to)];
    const done = await run([source, target], why, options, async (draft) => {
      const moved = requireThere(from, lstatPath(root, source));
      if (!mayReplace(to, moved, lstatPath(root, target), source !== target)) return;
      await draft.move(source, target);
    });
    return written(target, done);
  };

  return {
    write: (path, bytes, options = {}) => put(path, bytes, options, 'write'),

    async append(path, bytes, options = {}) {
      const found = statPath(root, path);
      if (found?.stat.type === 'folder') throw isFolder(path);
      if (found === undefined) requireThere(parentOf(path), statPath(root, parentOf(path))?.stat);
      return put(
        path,
        (old) => Buffer.concat([old ?? Buffer.alloc(0), bytes]),
        options,
        'append to',
      );
    },

    async makeFolder(path, { recursive = false, ...options } = {}) {
      if (path === rootPath) return;
      const at = writable(path, canonicalPath);
      await run([at], options.why ?? `make folder ${path}`, options, async (draft) => {
        const found = statPath(root, at)?.stat;
        if (found?.type === 'folder') return;
        if (found !== undefined) throw recursive ? notFolder(path) : inTheWay(path);
        if (!recursive) requireThere(parentOf(path), statPath(root, parentOf(at))?.stat);
        draft.makeParents(joinPath(at, 'x'));
      });
    },

    async remove(path, options = {}) {
      if (path === rootPath) throw isFolder(path);
      const at = writable(path, canonicalPath);
      return run([at], options.why ?? `remove ${path}`, options, async (draft) => {
        const found = requireThere(path, lstatPath(root, at));
        if (found.type === 'folder') throw isFolder(path);
        await draft.remove(at, options.expect);
      });
    },

    async removeFolder(path, { recursive = false, ...options } = {}) {
      const at = writable(path, canonicalPath);
      if (at === rootPath) throw notTheRoot('removed');
      return run([at], options.why ?? `remove folder ${path}`, options, async (draft) => {
        const found = requireThere(path, lstatPath(root, at));
        if (found.type === 'symlink' && statPath(root, at)?.stat.type === 'folder') {
          return draft.remove(at);
        }
        if (found.type !== 'folder') throw notFolder(path);
        if (!recursive && listFolder(root, at).length > 0) throw notEmpty(path);
        await planRemoval(root, draft, at, found, policy);
      });
    },

    async rename(from, to, options = {}) {
      if (canonicalPath(root, from) === rootPath) throw notTheRoot('renamed');
      if (canonicalPath(root, to) === rootPath) throw inTheWay(to);
      writable(from, canonicalPath);
      writable(to, canonicalPath);
      return move(from, to, options.why ?? `move ${from} to ${to}`, options);
    },

    async copy(from, to, options = {}) {
      readable(from);
      const source = targetPath(root, from);
      if (source !== from) readable(source);
      const found = requireThere(from, statPath(root, source)?.stat);
      if (found.type === 'folder') throw isFolder(from);
      if (to === rootPath) throw inTheWay(to);
      const at = writable(to, targetPath);
      let hash: string | undefined;
      const why = options.why ?? `copy ${from} to ${to}`;
      const done = await run([source, at], why, options, async (draft) => {
        const { bytes } = await draft.find(source);
        if (bytes === undefined) throw missing(from);
        hash = await draft.put(at, bytes);
      });
      return written(at, done, hash);
    },

    async trash(path, { keepBoth = false, ...options } = {}) {
      const at = canonicalPath(root, path);
      if (at === rootPath || at === trashFolder) throw notTheRoot('moved to the trash');
      writable(path, canonicalPath);
      const wanted = joinPath(trashFolder, at);
      const to = keepBoth ? freePath(root, wanted) : wanted;
      return move(path, to, options.why ?? `move ${path} to the trash`, options);
    },

    async apply(changes, options) {
      const resolved = changes.map((change): FileChange => {
        const path = writable(change.path, change.kind === 'write' ? targetPath : canonicalPath);
        if (change.kind !== 'move') return { ...change, path };
        return { ...change, path, to: writable(change.to, canonicalPath) };
      });
      const lock = resolved.flatMap((each) =>
        each.kind === 'move' ? [each.path, each.to] : [each.path],
      );
      return run(lock, options.why, options, (draft) =>
        planEach(resolved, options, (change) => planChange(root, draft, change)),
      );
    },
  };
}

async function planChange(root: Root, draft: Draft, change: FileChange): Promise<void> {
  const { path } = change;
  if (change.kind === 'write') await draft.put(path, change.bytes, change.expect);
  else if (change.kind === 'remove') await draft.remove(path, change.expect);
  else if (change.kind === 'trash') {
    await draft.require(path, change.expect);
    await draft.move(path, freePath(root, joinPath(trashFolder, path)));
  } else {
    const [source, target] = [await draft.find(path), await draft.find(change.to)];
    const inTheWayThere = target.stat !== undefined && target.stat.ino !== source.stat?.ino;
    if (inTheWayThere) throw inTheWay(change.to);
    await draft.move(path, change.to);
  }
}

/** `a.md`, or the first of `a 2.md`, `a 3.md` … that is free. */
function freePath(root: Root, path: VaultPath): VaultPath {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = path;
  for (let number = 2; lstatPath(root, free) !== undefined; number++) {
    free = joinPath(parentOf(path), `${stem} ${number}${ending}`);
  }
  return free;
}

/** Everything below, deepest first, each content kept; refused where a part of it is closed. */
async function planRemoval(
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

/** Whoever may not see a path may not change it either. */
function requireBoth(policy: Policy, path: VaultPath): void {
  policy.requireRead(path);
  policy.requireWrite(path);
}

/** False when source and target are one and the same file: nothing to do. */
function mayReplace(
  to: VaultPath,
  moved: Stat,
  target: Stat | undefined,
  otherSpelling: boolean,
): boolean {
  if (target === undefined) return true;
  const same = target.ino === moved.ino && target.dev === moved.dev;
  if (same && otherSpelling && target.type === moved.type) return true;
  if (target.type === 'folder') throw inTheWay(to);
  if (same) return false;
  if (moved.type === 'folder') throw notFolder(to);
  return true;
}

function requireThere(path: VaultPath, stat: Stat | undefined): Stat {
  if (stat === undefined) throw missing(path);
  return stat;
}

const missing = (path: VaultPath) =>
  new VaultError('not-found', `no such file: ${path}`, {
    path,
    hint: `Check the name. "${nameOf(path)}" may lie in another folder.`,
  });
const isFolder = (path: VaultPath) =>
  new VaultError('is-a-folder', `is a directory: ${path}`, { path });
const notFolder = (path: VaultPath) =>
  new VaultError('not-a-folder', `not a directory: ${path}`, { path });
const inTheWay = (path: VaultPath) =>
  new VaultError('already-exists', `already exists: ${path}`, { path });
const notEmpty = (path: VaultPath) =>
  new VaultError('not-empty', `the folder is not empty: ${path}`, {
    path,
    hint: 'Remove it recursively, or empty it first.',
  });
const notTheRoot = (what: string) =>
  new VaultError('invalid-input', `The vault itself cannot be ${what}.`, {
    hint: 'Name something inside it.',
  });
