import { isVaultError, VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import {
  isHidden,
  isNote,
  parseVaultPath,
  rootPath,
  type VaultPath,
} from '../../contract/paths.ts';
import type { NoteText } from '../../engine/changes/notes.ts';
import { findNameIn } from '../../engine/knowledge/known.ts';
import type { NamedSection } from '../../engine/text/edit/section.ts';
import type { Call } from '../operation.ts';
import { findLoosely, suggest } from './loose-path.ts';
import type { Target } from './shapes.ts';

/** A note that exists. */
export interface Located {
  readonly path: VaultPath;
  /** What was asked for, when another spelling was found instead. */
  readonly requestedPath?: string;
  readonly notice?: string;
  /** The part of the note that a link leads to. */
  readonly section?: NamedSection;
}

/** The path that a target names and the caller may read. Active and periodic notes exist; others need not. */
export async function resolveTarget(call: Call, target: Target): Promise<VaultPath> {
  if (target.type === 'path') return parseNotePath(call, target.path);
  if (target.type === 'name') {
    const located = await findNamed(call, target.name);
    if (located !== undefined) return located.path;
    // A link that leads nowhere is no name for a new note.
    if (/#|\||\[\[/.test(target.name) && !isNote(target.name)) {
      throw await missingNamed(call, target.name);
    }
    return parseNotePath(call, withEnding(target.name));
  }
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

/** A note to be changed, which must be there: exactly this path, or the only note of this name. */
export async function requireTarget(call: Call, target: Target): Promise<VaultPath> {
  const path = await resolveTarget(call, target);
  const asked = target.type === 'name' ? target.name : path;
  if (statFile(call, path)) return path;
  throw noteMissing(asked, `Note not found: ${asked}`, await suggestNear(call, asked));
}

/** A note to be read: another spelling will do when it is the only one. */
export async function locateTarget(call: Call, target: Target): Promise<Located> {
  if (target.type === 'name') return locateNamed(call, target.name);
  const path = await resolveTarget(call, target);
  if (target.type !== 'path') return { path };
  return (
    locatePath(call, target.path, path) ?? Promise.reject(await missingNamed(call, target.path))
  );
}

/** The note of this name, or an error that offers those that are near. */
export async function locateNamed(call: Call, name: string): Promise<Located> {
  return (await findNamed(call, name)) ?? Promise.reject(await missingNamed(call, name));
}

async function missingNamed(call: Call, name: string): Promise<VaultError> {
  return noteMissing(name, `Not found: ${name}`, await suggestNear(call, name));
}

/** Reads the note a target means. Most paths are right, so it is read before anything is checked. */
export async function readTarget(
  call: Call,
  target: Target,
): Promise<{ note: NoteText; located: Located }> {
  const path = await findExact(call, target);
  if (path !== undefined && path !== rootPath && !isHidden(path)) {
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

/** The path that a target is to the letter; undefined for what is a name only. */
async function findExact(call: Call, target: Target): Promise<VaultPath | undefined> {
  if (target.type !== 'name') return resolveTarget(call, target);
  return isNote(target.name) ? tryParse(call, target.name).path : undefined;
}

/** The file at `path`, or the only one whose name differs in case alone; undefined when none is there. */
export function locatePath(call: Call, asked: string, path: VaultPath): Located | undefined {
  if (statFile(call, path)) return { path };
  const { found } = findLoosely(call.vault, path);
  if (found === undefined) return undefined;
  call.policy.requireRead(found);
  return {
    path: found,
    requestedPath: asked,
    notice: `There is no "${asked}". This is "${found}", which differs only in case.`,
  };
}

/**
 * The one note that is meant by a path, a name with or without its ending, another name or a link.
 * An exact path always wins.
 */
export async function findNamed(call: Call, asked: string): Promise<Located | undefined> {
  const { path, error } = tryParse(call, asked);
  for (const exact of path === undefined ? [] : [path, joinEnding(path)]) {
    if (isFileAt(call, exact)) return { path: exact };
  }
  // A path that is closed is refused; a mere name may mean a note that is open.
  if (error !== undefined && /[/\\]/.test(asked)) throw error;
  const answer = await findNameIn(call, { kind: 'file', text: asked, byAlias: true });
  if (answer.found !== undefined) {
    const section = sectionOf(asked);
    const notice = `"${asked}" is the note "${answer.found}".`;
    const found = { path: parseVaultPath(answer.found), requestedPath: asked, notice };
    return section === undefined ? found : { ...found, section };
  }
  if ('matches' in answer) throw ambiguousName(asked, answer.matches);
  if (path === undefined) throw error;
  return locatePath(call, asked, path);
}

/** What a link says after `#`: headings from the outer to the inner one, or a block. */
function sectionOf(link: string): NamedSection | undefined {
  const [, subpath = ''] = /#([^|\]]+)/.exec(link) ?? [];
  const names = subpath.split('#').map((name) => name.trim());
  if (names[0] === '') return undefined;
  return subpath.startsWith('^')
    ? { type: 'block', target: subpath.slice(1) }
    : { type: 'heading', target: names.join('::') };
}

/** A note is created with its ending. */
function withEnding(name: string): string {
  return /\.[a-z][a-z0-9]{0,9}$/i.test(name) || /[/\\]$/.test(name) ? name : `${name}.md`;
}

function joinEnding(path: VaultPath): VaultPath {
  return parseVaultPath(`${path}.md`);
}

function isFileAt({ vault, policy }: Call, path: VaultPath): boolean {
  if (path === rootPath || isHidden(path) || !policy.mayRead(path)) return false;
  return vault.stat(path)?.type === 'file';
}

function tryParse(
  call: Call,
  raw: string,
):
  | { readonly path: VaultPath; readonly error?: undefined }
  | { readonly path?: undefined; readonly error: unknown } {
  try {
    return { path: parseNotePath(call, raw) };
  } catch (error) {
    return { error };
  }
}

/** Notes whose paths or names are near, as far as the caller may know of them. */
export async function suggestNear(call: Call, name: string): Promise<string[]> {
  const { path } = tryParse(call, name);
  const siblings = path === undefined ? [] : suggest(call.vault, path);
  const near = (await call.listed()).suggest(name);
  return [...new Set([...siblings, ...near])].slice(0, limits.suggestionsMax);
}

/** Refuses when there is no file at `path`. */
export async function requireFile(call: Call, path: VaultPath, missing: string): Promise<void> {
  if (!statFile(call, path)) throw noteMissing(path, missing, await suggestNear(call, path));
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

function ambiguousName(name: string, matches: readonly string[]): VaultError {
  const shown = matches.slice(0, limits.suggestionsMax).map((path) => `"${path}"`);
  return new VaultError(
    'invalid-input',
    `Several notes are named "${name}": ${shown.join(', ')}.`,
    {
      path: name,
      reason: 'ambiguous-path',
      hint: 'Use the path of one of them.',
      data: { matches: matches.slice(0, limits.nameMatchesMax) },
    },
  );
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
