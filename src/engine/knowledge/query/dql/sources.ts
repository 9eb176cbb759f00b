import { isNote } from '../../../../contract/paths.ts';
import { readCsv } from '../page/csv.ts';
import { type Pages, PageValue } from '../page/pages.ts';
import { LayeredValue } from '../values/value.ts';
import type { RowSource } from './ast.ts';
import type { RowStage } from './stages.ts';
import { queryFailed } from './step-errors.ts';

/** A file that rows come from: a page, or another file by its path. */
export type RowOrigin = PageValue | { readonly path: string };

/** A set of files that can be listed, and asked whether it holds a path. */
export interface FileSet {
  /** How many there are at most. */
  readonly sizeMax: number;
  /** Listed by path. Other orders matter only to rows that are never sorted. */
  readonly isByPath: boolean;
  list(): readonly RowOrigin[];
  has(path: string): boolean;
}

/** Works out what a source stands for, seen from the note that holds the query. */
export function planSource(source: RowSource | undefined, pages: Pages, from: string): FileSet {
  if (source === undefined) return allPages(pages);
  switch (source.kind) {
    case 'tag':
      return listed(pages.withTag(source.tag));
    case 'path':
      return planPath(source.path, pages);
    case 'csv':
      return listed([{ path: csvPath(source.path, pages, from) }]);
    case 'link':
      return planLink(source, pages, from);
    case 'not':
      return without(allPages(pages), planSource(source.operand, pages, from));
    case 'and':
      return both(planSource(source.left, pages, from), planSource(source.right, pages, from));
    case 'or':
      return either(planSource(source.left, pages, from), planSource(source.right, pages, from));
  }
}

export function pathOf(origin: RowOrigin): string {
  return origin instanceof PageValue ? origin.page.path : origin.path;
}

function allPages(pages: Pages): FileSet {
  return {
    sizeMax: pages.source.pageCount,
    isByPath: true,
    list: () => pages.all(),
    has: (path) => pages.source.page(path) !== undefined,
  };
}

/** A folder wins over a file of the same name. What is not there is empty. */
function planPath(path: string, pages: Pages): FileSet {
  if (path === '') return allPages(pages);
  const { source } = pages;
  const inside = source.pagesInFolder(path);
  if (inside !== undefined) {
    const isBelow = (other: string) =>
      other.startsWith(`${path}/`) && source.page(other) !== undefined;
    return { ...listed(inside.map((page) => pages.valueOf(page))), has: isBelow };
  }
  const file = [path, `${path}.md`].find((candidate) => source.hasFile(candidate));
  return listed(file === undefined ? [] : [toOrigin(file, pages)]);
}

function planLink(
  { path, direction }: Extract<RowSource, { kind: 'link' }>,
  pages: Pages,
  from: string,
): FileSet {
  const { source } = pages;
  const target = source.resolve(path, from);
  if (target === undefined) {
    return listed(source.pagesMissing(path).map((page) => pages.valueOf(page)));
  }
  if (direction === 'incoming') {
    return listed(source.pagesLinkingTo(target).map((page) => pages.valueOf(page)));
  }
  const files = source.filesLinkedFrom(target);
  if (files === undefined) {
    const why = isNote(target) ? 'cannot be read' : 'is not a note';
    throw queryFailed(`"${target}" ${why}, so outgoing() has nothing to follow.`);
  }
  return { ...listed(files.map((file) => toOrigin(file, pages))), isByPath: false };
}

function csvPath(path: string, { source }: Pages, from: string): string {
  if (path.startsWith('/')) return path.slice(1);
  const inFolder = `${from.slice(0, Math.max(0, from.lastIndexOf('/')))}/${path}`;
  return source.hasFile(inFolder) ? inFolder : path;
}

function toOrigin(path: string, pages: Pages): RowOrigin {
  return pages.find(path) ?? { path };
}

function listed(files: readonly RowOrigin[]): FileSet {
  let paths: Set<string> | undefined;
  return {
    sizeMax: files.length,
    isByPath: true,
    list: () => files,
    has: (path) => {
      paths ??= new Set(files.map(pathOf));
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
    list: () => walked.list().filter((file) => asked.has(pathOf(file))),
    has: (path) => left.has(path) && right.has(path),
  };
}

function either(left: FileSet, right: FileSet): FileSet {
  return {
    sizeMax: left.sizeMax + right.sizeMax,
    isByPath: false,
    list: () => [...left.list(), ...right.list().filter((file) => !left.has(pathOf(file)))],
    has: (path) => left.has(path) || right.has(path),
  };
}

function without(all: FileSet, excluded: FileSet): FileSet {
  return {
    sizeMax: all.sizeMax,
    isByPath: all.isByPath,
    list: () => all.list().filter((file) => !excluded.has(pathOf(file))),
    has: (path) => all.has(path) && !excluded.has(path),
  };
}

/** Gives the rows of a file to a stage: a page is one, a CSV file has one a line. */
export function pushRows(origin: RowOrigin, pages: Pages, stage: RowStage): boolean {
  if (origin instanceof PageValue) return stage.push(origin, undefined);
  return origin.path.toLowerCase().endsWith('.csv') ? pushCsv(origin.path, pages, stage) : true;
}

/** The same for a TASK: tasks, which see the fields of their page where they have none themselves. */
export function pushTasks(origin: RowOrigin, pages: Pages, stage: RowStage): boolean {
  if (!(origin instanceof PageValue)) return true;
  const tasks = pages.itemsOf(origin).filter((item) => item.isTask);
  return tasks.every((task) => stage.push(new LayeredValue(task, origin), null));
}

function pushCsv(path: string, { source, zone }: Pages, stage: RowStage): boolean {
  if (/^[a-z]+:\/\//i.test(path)) throw queryFailed('csv() reads files of the vault only.');
  const text = source.readText(path);
  if (text === undefined) throw queryFailed(`There is no file "${path}" to read rows from.`);
  return readCsv(text, zone).every((row, line) => stage.push(row, `${path}#${line}`));
}
