import { VaultError } from '../../../contract/errors.ts';
import { isNote } from '../../../contract/paths.ts';
import type { Page, PageSource } from '../source.ts';
import type { Source } from './ast.ts';

/** A file that rows come from: a page, or another file by its path. */
export type Origin = Page | { readonly path: string };

/** A set of files that can be walked, and asked whether it holds a path. */
export interface FileSet {
  /** How many there are at most. */
  readonly sizeMax: number;
  /** Walked by path. Other orders matter only to rows that are never sorted. */
  readonly isByPath: boolean;
  [Symbol.iterator](): Iterator<Origin>;
  has(path: string): boolean;
}

/** Works out what a source stands for, seen from the note that holds the query. */
export function planSource(source: Source | undefined, vault: PageSource, from: string): FileSet {
  if (source === undefined) return allPages(vault);
  switch (source.kind) {
    case 'tag':
      return listed(vault.pagesWithTag(source.tag));
    case 'path':
      return planPath(source.path, vault);
    case 'csv':
      return listed([{ path: csvPath(source.path, vault, from) }]);
    case 'link':
      return planLink(source, vault, from);
    case 'not':
      return without(allPages(vault), planSource(source.operand, vault, from));
    case 'and':
      return both(planSource(source.left, vault, from), planSource(source.right, vault, from));
    case 'or':
      return either(planSource(source.left, vault, from), planSource(source.right, vault, from));
  }
}

function allPages(vault: PageSource): FileSet {
  return {
    sizeMax: vault.pageCount,
    isByPath: true,
    [Symbol.iterator]: () => vault.pages()[Symbol.iterator](),
    has: (path) => vault.page(path) !== undefined,
  };
}

/** A folder wins over a file of the same name. What is not there is empty. */
function planPath(path: string, vault: PageSource): FileSet {
  if (path === '') return allPages(vault);
  const pages = vault.pagesInFolder(path);
  if (pages !== undefined) return { ...listed(pages), has: isBelow(path, vault) };
  const file = [path, `${path}.md`].find((candidate) => vault.hasFile(candidate));
  return listed(file === undefined ? [] : [vault.page(file) ?? { path: file }]);
}

function isBelow(folder: string, vault: PageSource): (path: string) => boolean {
  return (path) => path.startsWith(`${folder}/`) && vault.page(path) !== undefined;
}

function planLink(
  { path, direction }: Extract<Source, { kind: 'link' }>,
  vault: PageSource,
  from: string,
): FileSet {
  const target = vault.resolve(path, from);
  if (target === undefined) return listed(vault.pagesMissing(path));
  if (direction === 'incoming') return listed(vault.pagesLinkingTo(target));
  const files = vault.filesLinkedFrom(target);
  if (files === undefined) {
    throw new VaultError('invalid-input', `"${target}" is not a note, so it links to nothing.`, {
      reason: 'query-failed',
      hint: isNote(target) ? 'The note may be too large to be read.' : 'outgoing() takes a note.',
    });
  }
  return { ...listed(files.map((file) => vault.page(file) ?? { path: file })), isByPath: false };
}

function csvPath(path: string, vault: PageSource, from: string): string {
  if (path.startsWith('/')) return path.slice(1);
  const beside = `${from.slice(0, Math.max(0, from.lastIndexOf('/')))}/${path}`;
  return vault.hasFile(beside) ? beside : path;
}

function listed(files: readonly Origin[]): FileSet {
  let paths: Set<string> | undefined;
  return {
    sizeMax: files.length,
    isByPath: true,
    [Symbol.iterator]: () => files[Symbol.iterator](),
    has: (path) => {
      paths ??= new Set(files.map((file) => file.path));
      return paths.has(path);
    },
  };
}

/** The smaller side is walked and the other one asked, unless that would change the order. */
function both(left: FileSet, right: FileSet): FileSet {
  const mayChoose = left.isByPath && right.isByPath;
  const [walked, asked] = mayChoose && left.sizeMax < right.sizeMax ? [left, right] : [right, left];
  return {
    sizeMax: Math.min(left.sizeMax, right.sizeMax),
    isByPath: walked.isByPath,
    *[Symbol.iterator]() {
      for (const file of walked) if (asked.has(file.path)) yield file;
    },
    has: (path) => left.has(path) && right.has(path),
  };
}

function either(left: FileSet, right: FileSet): FileSet {
  return {
    sizeMax: left.sizeMax + right.sizeMax,
    isByPath: false,
    *[Symbol.iterator]() {
      yield* left;
      for (const file of right) if (!left.has(file.path)) yield file;
    },
    has: (path) => left.has(path) || right.has(path),
  };
}

function without(all: FileSet, excluded: FileSet): FileSet {
  return {
    sizeMax: all.sizeMax,
    isByPath: all.isByPath,
    *[Symbol.iterator]() {
      for (const file of all) if (!excluded.has(file.path)) yield file;
    },
    has: (path) => all.has(path) && !excluded.has(path),
  };
}
