import { isVaultError, VaultError } from '../../contract/errors.ts';
import { isHidden, parseVaultPath, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { NoteText } from '../../engine/changes/notes.ts';
import type { Call } from '../operation.ts';
import { findLoosely } from './loose-path.ts';
import type { Target } from './shapes.ts';

/** A note that exists. */
export interface Located {
  readonly path: VaultPath;
  /** What was asked for, when another spelling was found instead. */
  readonly requestedPath?: string;
  readonly notice?: string;
}

/** The path that a target names and the caller may read. Active and periodic notes exist; a path need not. */
export async function resolveTarget(call: Call, target: Target): Promise<VaultPath> {
  if (target.type === 'path') return parseNotePath(call, target.path);
  const path =
    target.type === 'active'
      ? await activeFile(call)
      : await call.periodic.resolve(target.period, target.date);
  if (path === undefined) {
    throw new VaultError('not-found', 'Not found: (active file)', {
      reason: 'no-active-file',
      hint: 'Open a note first, or name the note by its path.',
    });
  }
  call.policy.requireRead(path);
  return path;
}

/** What is in front, as long as it is there. */
async function activeFile(call: Call): Promise<VaultPath | undefined> {
  const active = (await call.hosts.active(call.signal)) ?? call.workspace.state().active;
  return active !== undefined && statFile(call, active) ? active : undefined;
}

/** A note to be changed: exactly this path, which must be there. */
export async function requireTarget(call: Call, target: Target): Promise<VaultPath> {
  const path = await resolveTarget(call, target);
  requireFile(call, path, `Note not found: ${path}`);
  return path;
}

/** A note to be read: another spelling will do when it is the only one. */
export async function locateTarget(call: Call, target: Target): Promise<Located> {
  const path = await resolveTarget(call, target);
  if (target.type !== 'path') return { path };
  return locatePath(call, target.path, path, (suggestions) =>
    noteMissing(target.path, `Not found: ${target.path}`, suggestions),
  );
}

/** Reads the note a target means. Most paths are right, so it is read before anything is checked. */
export async function readTarget(
  call: Call,
  target: Target,
): Promise<{ note: NoteText; located: Located }> {
  const path = await resolveTarget(call, target);
  if (path !== rootPath && !isHidden(path)) {
    try {
      return { note: await call.notes.read(path), located: { path } };
    } catch (thrown) {
      const isElsewhere =
        isVaultError(thrown) && ['not-found', 'is-a-folder'].includes(thrown.code);
      if (!isElsewhere) throw thrown;
    }
  }
  const located = await locateTarget(call, target);
  return { note: await call.notes.read(located.path), located };
}

/** The file at `path`, or the only one whose name differs in case alone. */
export function locatePath(
  call: Call,
  asked: string,
  path: VaultPath,
  missing: (suggestions: readonly string[]) => VaultError,
): Located {
  if (statFile(call, path)) return { path };
  const loose = findLoosely(call.vault, path);
  if (loose.found === undefined) throw missing(loose.suggestions);
  call.policy.requireRead(loose.found);
  return {
    path: loose.found,
    requestedPath: asked,
    notice: `There is no "${asked}". This is "${loose.found}", which differs only in case.`,
  };
}

/** Refuses when there is no file at `path`. */
export function requireFile(call: Call, path: VaultPath, missing: string): void {
  if (!statFile(call, path)) throw noteMissing(path, missing);
}

/** True for a file, false for nothing; a folder is refused, since notes are files. */
export function statFile({ vault }: Call, path: VaultPath): boolean {
  if (path === rootPath) throw isFolder('/');
  if (isHidden(path)) {
    if (path.startsWith('.') && path.includes('/')) throw configFolder(path);
    return false;
  }
  const stat = vault.stat(path);
  if (stat?.type === 'folder') throw isFolder(path);
  return stat !== undefined;
}

/**
 * A path as agents write it: both slashes, empty names dropped. Policy is asked before dots are
 * checked, so that a way around it is answered like any other path outside.
 */
export function parseNotePath(
  { policy }: Pick<Call, 'policy'>,
  raw: string,
  op: 'read' | 'write' = 'read',
): VaultPath {
  const names = raw.split(/[/\\]/).filter((name) => name !== '');
  requireInScope(policy, names, raw, op);
  if (names.some((name) => name === '.' || name === '..') || raw.includes('\0')) {
    throw new VaultError('path-outside-vault', `Path traversal not allowed: '${raw}'`, {
      path: raw,
      reason: 'path-traversal',
      hint: 'Give a path relative to the vault, without "." or ".." between its slashes.',
    });
  }
  return parseVaultPath(names.join('/'));
}

/** Hidden names are not the question here, so their dots are covered while the prefixes are asked. */
function requireInScope(
  policy: Call['policy'],
  names: readonly string[],
  raw: string,
  op: 'read' | 'write',
): void {
  const covered = names.map((name) => (name.startsWith('.') ? `_${name}` : name)).join('/');
  try {
    if (op === 'read') policy.requireRead(covered);
    else policy.requireWrite(covered);
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const { code, message, about } = thrown;
    throw new VaultError(code, message.replace(covered, raw), { ...about, path: raw });
  }
}

export function noteMissing(
  asked: string,
  message: string,
  suggestions: readonly string[] = [],
): VaultError {
  const meant = didYouMean(suggestions);
  return new VaultError('not-found', meant === '' ? message : `${message} ${meant}`, {
    path: asked,
    reason: 'note-missing',
    hint: 'List its folder or search for the note. Paths include the extension.',
    data: suggestions.length === 0 ? {} : { suggestions },
  });
}

/** `Did you mean: "a.md", "b.md"?`, or nothing. */
export function didYouMean(suggestions: readonly string[]): string {
  if (suggestions.length === 0) return '';
  return `Did you mean: ${suggestions.map((path) => `"${path}"`).join(', ')}?`;
}

function isFolder(path: string): VaultError {
  return new VaultError('is-a-folder', `${path} is a directory, not a note.`, {
    path,
    reason: 'path-is-folder',
    hint: 'List it and use one of its files.',
  });
}

function configFolder(path: string): VaultError {
  return new VaultError('forbidden', `Path '${path}' is inside a hidden folder.`, {
    path,
    reason: 'path-forbidden',
    hint: 'Hidden folders hold settings, not notes. Choose a path outside of them.',
    data: { op: 'read', subreason: 'config_folder', activeScope: [] },
  });
}
