import { VaultError } from '../../contract/errors.ts';
import {
  alreadyExists,
  folderNotEmpty,
  isAFolder,
  noSuchFile,
  notAFolder,
} from '../../contract/path-errors.ts';
import { joinPath, nameOf, parentOf, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { TellProgress } from '../../contract/progress.ts';
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
  readonly progress?: TellProgress | undefined;
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

/** Changing files and folders as one caller may, each call one step. */
export interface Files {
  write(path: VaultPath, bytes: NewBytes, options?: WriteOptions): Promise<Written>;
  append(path: VaultPath, bytes: Buffer, options?: WriteOptions): Promise<Written>;
  makeFolder(path: VaultPath, options?: FolderOptions): Promise<void>;
  remove(path: VaultPath, options?: WriteOptions): Promise<Done>;
  removeFolder(path: VaultPath, options?: FolderOptions): Promise<Done>;
  rename(from: VaultPath, to: VaultPath, options?: ChangeOptions): Promise<Written>;
  copy(from: VaultPath, to: VaultPath, options?: ChangeOptions): Promise<Written>;
  /** Moves below `.trash/`, where the same name is replaced, or kept beside with a number. */
  trash(path: VaultPath, options?: TrashOptions): Promise<Written>;
  /** All changes in their order as one step, or none. A move refuses to replace anything. */
  apply(changes: readonly FileChange[], options: ChangeOptions & { why: string }): Promise<Done>;
}

export interface FilesContext {
  readonly root: Root;
  readonly steps: Steps;
  readonly policy: Policy;
  readonly by: Actor;
}

export function createFiles(context: FilesContext): Files {
  return {
    write: (path, bytes, options = {}) => put(context, path, bytes, options, 'write'),
    append: (path, bytes, options = {}) => append(context, path, bytes, options),
    makeFolder: (path, options = {}) => makeFolder(context, path, options),
    remove: (path, options = {}) => remove(context, path, options),
    removeFolder: (path, options = {}) => removeFolder(context, path, options),
    rename: (from, to, options = {}) => rename(context, from, to, options),
    copy: (from, to, options = {}) => copy(context, from, to, options),
    trash: (path, options = {}) => trash(context, path, options),
    apply: (changes, options) => applyChanges(context, changes, options),
  };
}

async function put(
  context: FilesContext,
  path: VaultPath,
  bytes: NewBytes,
  options: WriteOptions,
  verb: string,
): Promise<Written> {
  if (path === rootPath) throw alreadyExists(path);
  const at = requireWritable(context, path, targetPath);
  let hash: string | undefined;
  const done = await run(context, [at], `${verb} ${path}`, options, async (draft) => {
    hash = await draft.put(at, bytes, options.expect);
    hash ??= (await draft.find(at)).hash;
  });
  return toWritten(context, at, done, hash);
}

async function append(
  context: FilesContext,
  path: VaultPath,
  bytes: Buffer,
  options: WriteOptions,
): Promise<Written> {
  const { root } = context;
  const found = statPath(root, path);
  if (found?.stat.type === 'folder') throw isAFolder(path);
  if (found === undefined) requireThere(parentOf(path), statPath(root, parentOf(path))?.stat);
  const make = (old: Buffer | undefined) => Buffer.concat([old ?? Buffer.alloc(0), bytes]);
  return put(context, path, make, options, 'append to');
}

async function makeFolder(
  context: FilesContext,
  path: VaultPath,
  { recursive = false, ...options }: FolderOptions,
): Promise<void> {
  if (path === rootPath) return;
  const { root } = context;
  const at = requireWritable(context, path, canonicalPath);
  await run(context, [at], `make folder ${path}`, options, async (draft) => {
    const found = statPath(root, at)?.stat;
    if (found?.type === 'folder') return;
    if (found !== undefined) throw recursive ? notAFolder(path) : alreadyExists(path);
    if (!recursive) requireThere(parentOf(path), statPath(root, parentOf(at))?.stat);
    draft.makeParents(joinPath(at, 'x'));
  });
}

async function remove(
  context: FilesContext,
  path: VaultPath,
  options: WriteOptions,
): Promise<Done> {
  if (path === rootPath) throw isAFolder(path);
  const at = requireWritable(context, path, canonicalPath);
  return run(context, [at], `remove ${path}`, options, async (draft) => {
    const found = requireThere(path, lstatPath(context.root, at));
    if (found.type === 'folder') throw isAFolder(path);
    await draft.remove(at, options.expect);
  });
}

async function removeFolder(
  context: FilesContext,
  path: VaultPath,
  { recursive = false, ...options }: FolderOptions,
): Promise<Done> {
  const { root, policy } = context;
  const at = requireWritable(context, path, canonicalPath);
  if (at === rootPath) throw notTheRoot('removed');
  return run(context, [at], `remove folder ${path}`, options, async (draft) => {
    const found = requireThere(path, lstatPath(root, at));
    if (found.type === 'symlink' && statPath(root, at)?.stat.type === 'folder') {
      return draft.remove(at);
    }
    if (found.type !== 'folder') throw notAFolder(path);
    if (!recursive && listFolder(root, at).length > 0) throw folderNotEmpty(path);
    await planRemoval(root, draft, at, found, policy);
  });
}

async function rename(
  context: FilesContext,
  from: VaultPath,
  to: VaultPath,
  options: ChangeOptions,
): Promise<Written> {
  if (canonicalPath(context.root, from) === rootPath) throw notTheRoot('renamed');
  if (canonicalPath(context.root, to) === rootPath) throw alreadyExists(to);
  requireWritable(context, from, canonicalPath);
  requireWritable(context, to, canonicalPath);
  return move(context, from, to, `move ${from} to ${to}`, options);
}

async function trash(
  context: FilesContext,
  path: VaultPath,
  { keepBoth = false, ...options }: TrashOptions,
): Promise<Written> {
  const at = canonicalPath(context.root, path);
  if (at === rootPath || at === trashFolder) throw notTheRoot('moved to the trash');
  requireWritable(context, path, canonicalPath);
  const wanted = joinPath(trashFolder, at);
  const to = keepBoth ? freePath(context.root, wanted) : wanted;
  return move(context, path, to, `move ${path} to the trash`, options);
}

async function move(
  context: FilesContext,
  from: VaultPath,
  to: VaultPath,
  why: string,
  options: ChangeOptions,
): Promise<Written> {
  const { root } = context;
  const [source, target] = [canonicalPath(root, from), canonicalPath(root, to)];
  const done = await run(context, [source, target], why, options, async (draft) => {
    const moved = requireThere(from, lstatPath(root, source));
    if (!mayReplace(to, moved, lstatPath(root, target), source !== target)) return;
    await draft.move(source, target);
  });
  return toWritten(context, target, done);
}

async function copy(
  context: FilesContext,
  from: VaultPath,
  to: VaultPath,
  options: ChangeOptions,
): Promise<Written> {
  const { root, policy } = context;
  policy.requireRead(from);
  const source = targetPath(root, from);
  if (source !== from) policy.requireRead(source);
  const found = requireThere(from, statPath(root, source)?.stat);
  if (found.type === 'folder') throw isAFolder(from);
  if (to === rootPath) throw alreadyExists(to);
  const at = requireWritable(context, to, targetPath);
  let hash: string | undefined;
  const done = await run(context, [source, at], `copy ${from} to ${to}`, options, async (draft) => {
    const { bytes } = await draft.find(source);
    if (bytes === undefined) throw missing(from);
    hash = await draft.put(at, bytes);
  });
  return toWritten(context, at, done, hash);
}

async function applyChanges(
  context: FilesContext,
  changes: readonly FileChange[],
  options: ChangeOptions & { why: string },
): Promise<Done> {
  const resolved = changes.map((change): FileChange => {
    const resolve = change.kind === 'write' ? targetPath : canonicalPath;
    const path = requireWritable(context, change.path, resolve);
    if (change.kind !== 'move') return { ...change, path };
    return { ...change, path, to: requireWritable(context, change.to, canonicalPath) };
  });
  const lock = resolved.flatMap((each) =>
    each.kind === 'move' ? [each.path, each.to] : [each.path],
  );
  return run(context, lock, options.why, options, (draft) =>
    planEach(resolved, options, (change) => planChange(context.root, draft, change)),
  );
}

/** Both the name that was asked for and the place it leads to must be writable. */
function requireWritable(
  { root, policy }: FilesContext,
  path: VaultPath,
  resolve: typeof canonicalPath,
): VaultPath {
  requireBoth(policy, path);
  const real = resolve(root, path);
  if (real !== path) requireBoth(policy, real);
  return real;
}

function run(
  { steps, by }: FilesContext,
  lock: readonly VaultPath[],
  usualWhy: string,
  { why = usualWhy, signal, progress }: ChangeOptions,
  plan: (draft: Draft) => Promise<void>,
): Promise<Done> {
  return steps.run({ by, why, lock, signal, progress, plan });
}

function toWritten({ root }: FilesContext, path: VaultPath, done: Done, hash?: string): Written {
  const stat = done.stats.get(path) ?? lstatPath(root, path);
  return { path, mtime: stat?.mtime ?? 0, hash, step: done.id };
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
