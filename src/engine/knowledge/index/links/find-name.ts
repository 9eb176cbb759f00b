import { limits } from '../../../../contract/limits.ts';
import { isHidden, isNote, nameOf } from '../../../../contract/paths.ts';
import type { FileEntry } from '../file-entry.ts';
import type { FileTable } from '../file-table.ts';
import { isKnownExtension } from '../note-index.ts';
import type { MayRead } from './graph.ts';
import { comparePlain, dropMd, extensionOf, foldPath } from './names.ts';
import type { Owners } from './owners.ts';
import { suggestPaths } from './suggest.ts';

/** How the caller names a file: by its exact path, by a name, or by either. */
export interface NameQuery {
  readonly kind: 'path' | 'file' | 'name';
  readonly text: string;
  /** Other names of notes count too, when nothing else fits. Only for reading. */
  readonly byAlias?: boolean;
}

export type NameAnswer =
  | { readonly found: string; readonly resolvedBy: 'path' | 'name' | 'alias' }
  | { readonly found: undefined; readonly matches: readonly string[]; readonly total: number }
  | { readonly found: undefined; readonly suggestions: readonly string[] };

export interface NameScope {
  readonly mayRead: MayRead;
  readonly isExcluded?: (path: string) => boolean;
}

/** Where names are searched. */
export interface NameTables {
  readonly files: FileTable;
  /** Absent as long as they are not known. */
  readonly aliases?: Owners;
}

/** Finds the one file that is meant, or says which ones could be, or which are near. */
export function findName(names: NameTables, query: NameQuery, scope: NameScope): NameAnswer {
  const text = query.kind === 'path' ? clean(query.text) : bareName(query.text);
  if (text === '') return { found: undefined, suggestions: [] };
  const finder = new NameFinder(names, scope);
  const found =
    query.kind === 'path'
      ? finder.byPath(text)
      : query.kind === 'file'
        ? finder.byFile(text)
        : finder.byEither(text);
  if (found !== undefined) return found;
  const alias = query.byAlias === true ? finder.byAlias(text) : undefined;
  return alias ?? { found: undefined, suggestions: suggestPaths(names.files, text, scope.mayRead) };
}

/** A name without its brackets, display and subpath: `[[N#h|d]]` is `N`. */
function bareName(written: string): string {
  let text = clean(written);
  if (text.startsWith('[[') && text.endsWith(']]')) text = text.slice(2, -2);
  const display = text.indexOf('|');
  if (display > 0) text = text.slice(0, display);
  const subpath = text.indexOf('#');
  if (subpath > 0) text = text.slice(0, subpath);
  return text.trim();
}

function clean(text: string): string {
  return text.normalize('NFC').trim();
}

class NameFinder {
  private readonly names: NameTables;
  private readonly scope: NameScope;

  constructor(names: NameTables, scope: NameScope) {
    this.names = names;
    this.scope = scope;
  }

  /** Letter case counts, Unicode forms do not. */
  byPath(path: string): NameAnswer | undefined {
    for (const wanted of isNote(path) ? [path] : [path, `${path}.md`]) {
      const same = this.visible(this.names.files.named(foldPath(nameOf(wanted)))).filter(
        (file) => file.path.normalize('NFC') === wanted,
      );
      const exact = same.find((file) => file.path === wanted) ?? same[0];
      if (exact !== undefined) return { found: exact.path, resolvedBy: 'path' };
    }
    return undefined;
  }

  /** By name, or by the end of a path. */
  byFile(name: string): NameAnswer | undefined {
    const folded = foldPath(name);
    const files = isOtherKind(name)
      ? this.names.files.named(nameOf(folded))
      : this.names.files.named(`${nameOf(dropMd(folded))}.md`);
    const wanted = isOtherKind(name) ? name : dropMd(name);
    const fits = this.visible(files).filter((file) =>
      endsIn(foldPath(stem(file)), foldPath(wanted)),
    );
    const exact = fits.filter((file) => endsIn(stem(file).normalize('NFC'), wanted));
    return this.decide(exact.length > 0 ? exact : fits, 'name');
  }

  byEither(name: string): NameAnswer | undefined {
    const hasSlash = name.includes('/');
    if (!hasSlash && !isKnownExtension(name)) return this.byFile(name);
    return this.byPath(name) ?? (hasSlash ? this.byFile(name) : undefined);
  }

  byAlias(name: string): NameAnswer | undefined {
    const owners = this.visible(this.names.aliases?.of(name.normalize('NFC').toLowerCase()) ?? []);
    const exact = owners.filter((file) =>
      file.data?.aliases.some((alias) => alias.normalize('NFC') === name),
    );
    return this.decide(exact.length > 0 ? exact : owners, 'alias');
  }

  private decide(
    files: readonly FileEntry[],
    resolvedBy: 'name' | 'alias',
  ): NameAnswer | undefined {
    const { isExcluded = () => false } = this.scope;
    const kept = files.filter((file) => !isExcluded(file.path));
    const left = kept.length > 0 ? kept : files;
    const [only] = left;
    if (only === undefined) return undefined;
    if (left.length === 1) return { found: only.path, resolvedBy };
    const paths = left.map((file) => file.path).sort(comparePlain);
    return {
      found: undefined,
      matches: paths.slice(0, limits.nameMatchesMax),
      total: paths.length,
    };
  }

  private visible(files: readonly FileEntry[]): readonly FileEntry[] {
    return files.filter((file) => !isHidden(file.path) && this.scope.mayRead(file.path));
  }
}

/** A known extension other than that of notes. */
function isOtherKind(name: string): boolean {
  return extensionOf(name) !== 'md' && isKnownExtension(name);
}

function stem(file: FileEntry): string {
  return isNote(file.path) ? file.path.slice(0, -3) : file.path;
}

function endsIn(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}
