import { readCsv } from '../page/csv.ts';
import type { PageValue } from '../page/page-value.ts';
import type { Pages } from '../page/pages.ts';
import { LayeredValue } from '../values/value.ts';
import type { Source } from './ast.ts';
import { planSource } from './sources.ts';
import type { Row } from './stages.ts';
import { queryFailed } from './step-errors.ts';

/** The rows of a TABLE, LIST or CALENDAR: pages, and the lines of CSV files. */
export function* pageRows(source: Source | undefined, pages: Pages, from: string): Generator<Row> {
  for (const { path } of planSource(source, pages.source, from)) {
    if (path.toLowerCase().endsWith('.csv')) {
      yield* csvRows(path, pages);
      continue;
    }
    const data = pages.find(path);
    if (data !== undefined) yield { data, id: undefined };
  }
}

/** The rows of a TASK: tasks, which see the fields of their page where they have none themselves. */
export function* taskRows(source: Source | undefined, pages: Pages, from: string): Generator<Row> {
  for (const { path } of planSource(source, pages.source, from)) {
    const page = pages.find(path);
    if (page !== undefined) yield* tasksOf(page);
  }
}

function* tasksOf(page: PageValue): Generator<Row> {
  for (const item of page.items()) {
    if (item.isTask) yield { data: new LayeredValue(item, page), id: null };
  }
}

function* csvRows(path: string, { source, zone }: Pages): Generator<Row> {
  if (/^[a-z]+:\/\//i.test(path)) throw queryFailed('csv() reads files of the vault only.');
  const text = source.readText(path);
  if (text === undefined) throw queryFailed(`There is no file "${path}" to read rows from.`);
  let line = 0;
  for (const data of readCsv(text, zone)) yield { data, id: `${path}#${line++}` };
}
