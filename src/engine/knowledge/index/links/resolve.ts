import { nameOf } from '../../../../contract/paths.ts';
import type { FileEntry } from '../file-entry.ts';
import type { FileTable } from '../file-table.ts';
import { cleanLinkPath, comparePlain, foldPath } from './names.ts';

/** What a link's path can mean, whichever note it is in. */
export type Meaning =
  | { readonly kind: 'self' }
  | { readonly kind: 'nothing' }
  /** The same file from everywhere. */
  | { readonly kind: 'file'; readonly file: FileEntry }
  /** Relative, or one of several files of that name. */
  | { readonly kind: 'depends'; readonly candidates: readonly FileEntry[]; readonly path: string };

/** What a link's path (without subpath) can lead to, by Obsidian's rules. */
export function meaningOf(
  files: FileTable,
  linkPath: string,
  mayLead: (file: FileEntry) => boolean,
): Meaning {
  if (linkPath === '') return { kind: 'self' };
  const path = foldPath(cleanLinkPath(linkPath));
  if (isRelative(path)) return { kind: 'depends', candidates: [], path };
  if (path.startsWith('/')) return exactly(files, path.slice(1), mayLead);
  const ending = named(files, path, (file) => mayLead(file) && endsWith(file, path));
  const [first, second] = ending;
  if (first === undefined) return { kind: 'nothing' };
  if (second === undefined) return { kind: 'file', file: first };
  const found = exactly(files, path, mayLead);
  return found.kind === 'file' ? found : { kind: 'depends', candidates: ending, path };
}

/** The file that a link's path leads to from a note of this path. */
export function resolveIn(
  files: FileTable,
  meaning: Meaning,
  from: FileEntry | string,
  mayLead: (file: FileEntry) => boolean,
): FileEntry | undefined {
  const source = typeof from === 'string' ? from : from.path;
  switch (meaning.kind) {
    case 'self':
      return typeof from === 'string' ? files.get(from) : from;
    case 'nothing':
      return undefined;
    case 'file':
      return meaning.file;
    case 'depends': {
      const folder = foldPath(source.slice(0, Math.max(0, source.lastIndexOf('/'))));
      if (!isRelative(meaning.path)) return best(meaning.candidates, folder);
      const joined = join(folder, meaning.path);
      const found = joined === undefined ? undefined : exactly(files, joined, mayLead);
      return found?.kind === 'file' ? found.file : undefined;
    }
  }
}

/** All files that fit equally well; the first is the one that `resolveIn` takes. */
export function equalTargets(meaning: Meaning, source: string): readonly FileEntry[] {
  if (meaning.kind !== 'depends' || isRelative(meaning.path)) return [];
  const folder = foldPath(source.slice(0, Math.max(0, source.lastIndexOf('/'))));
  const nearest = near(meaning.candidates, folder);
  const length = Math.min(...nearest.map((file) => file.path.length));
  return nearest
    .filter((file) => file.path.length === length)
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** A file in the folder of the note wins, then the shortest path, then the first by code units. */
function best(candidates: readonly FileEntry[], folder: string): FileEntry | undefined {
  return near(candidates, folder).reduce((winner, file) =>
    comparePaths(file.path, winner.path) < 0 ? file : winner,
  );
}

function near(candidates: readonly FileEntry[], folder: string): readonly FileEntry[] {
  const inFolder = candidates.filter((file) => isIn(file, folder));
  return inFolder.length > 0 ? inFolder : candidates;
}

function comparePaths(a: string, b: string): number {
  return a.length - b.length || comparePlain(a, b);
}

/** Files that fit and have the last name of the path; those with the extension written come first. */
function named(
  files: FileTable,
  path: string,
  fits: (file: FileEntry) => boolean,
): readonly FileEntry[] {
  const name = nameOf(path);
  const written = files.named(name).filter(fits);
  return written.length > 0 ? written : files.named(`${name}.md`).filter(fits);
}

function exactly(files: FileTable, path: string, mayLead: (file: FileEntry) => boolean): Meaning {
  const found = named(files, path, (file) => {
    const folded = foldPath(file.path);
    return mayLead(file) && (folded === path || folded === `${path}.md`);
  });
  // Some file systems allow names that differ only in case.
  const file = found.length > 1 ? best(found, '') : found[0];
  return file === undefined ? { kind: 'nothing' } : { kind: 'file', file };
}

function isRelative(path: string): boolean {
  return path.startsWith('./') || path.startsWith('../');
}

function endsWith(file: FileEntry, path: string): boolean {
  const folded = foldPath(file.path);
  if (folded.length <= path.length + 3) {
    return folded === path || folded === `${path}.md` || folded.endsWith(`/${path}`);
  }
  return folded.endsWith(`/${path}`) || folded.endsWith(`/${path}.md`);
}

function isIn(file: FileEntry, folder: string): boolean {
  const slash = file.path.lastIndexOf('/');
  return foldPath(file.path.slice(0, Math.max(0, slash))) === folder;
}

/** `path` seen from `folder`; undefined when it leads out of the vault. */
function join(folder: string, path: string): string | undefined {
  const names = folder === '' ? [] : folder.split('/');
  for (const name of path.split('/')) {
    if (name === '.' || name === '') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/');
}
