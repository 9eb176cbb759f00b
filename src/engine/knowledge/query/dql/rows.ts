import { readCsv } from '../page/csv.ts';
import { type Pages, PageValue } from '../page/pages.ts';
import { LayeredValue } from '../values/value.ts';
import type { RowOrigin } from './sources.ts';
import type { RowStage } from './stages.ts';
import { queryFailed } from './step-errors.ts';

/** Gives the rows of a file to a stage: a page is one, a CSV file has one a line. */
export function pushRows(origin: RowOrigin, pages: Pages, stage: RowStage): boolean {
  if (origin instanceof PageValue) return stage.push(origin, undefined);
  return isCsv(origin.path) ? pushCsv(origin.path, pages, stage) : true;
}

/** The same for a TASK: tasks, which see the fields of their page where they have none themselves. */
export function pushTasks(origin: RowOrigin, pages: Pages, stage: RowStage): boolean {
  return !(origin instanceof PageValue) || pushItems(origin, pages, stage);
}

function pushItems(page: PageValue, pages: Pages, stage: RowStage): boolean {
  return pages
    .itemsOf(page)
    .every((item) => !item.isTask || stage.push(new LayeredValue(item, page), null));
}

function pushCsv(path: string, { source, zone }: Pages, stage: RowStage): boolean {
  if (/^[a-z]+:\/\//i.test(path)) throw queryFailed('csv() reads files of the vault only.');
  const text = source.readText(path);
  if (text === undefined) throw queryFailed(`There is no file "${path}" to read rows from.`);
  return readCsv(text, zone).every((row, line) => stage.push(row, `${path}#${line}`));
}

function isCsv(path: string): boolean {
  return path.toLowerCase().endsWith('.csv');
}
