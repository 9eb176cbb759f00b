import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { SortedRows } from '../sorted-rows.ts';
import { TextBudget } from '../values/text-budget.ts';
import type { Value } from '../values/value.ts';
import type { Base, BaseProblem, BaseView, CardLook } from './base.ts';
import { type Cell, type Column, cellOf, columnsOf, compareDirected, valueOr } from './columns.ts';
import type { BaseEnv, BaseRow } from './env.ts';
import { compileFilter, Formulas } from './formulas.ts';
import { planFiles } from './plan.ts';
import { summarizeColumn } from './summaries.ts';
import { baseText } from './text.ts';
import { isBaseEmpty } from './types.ts';

export interface BaseAnswerRow {
  readonly path: string;
  readonly cells: readonly Cell[];
  /** What a card shows above its cells. */
  readonly picture?: Value;
}

export interface BaseGroup {
  /** Null for rows that have no such property. */
  readonly key: Value;
  readonly rows: readonly BaseAnswerRow[];
}

interface ViewName {
  readonly name: string;
  readonly type: string;
}

/** What a view shows. Without grouping there is one group, whose key says nothing. */
export interface BaseAnswer {
  readonly view: ViewName & { readonly cards: CardLook };
  /** All views of the base. */
  readonly views: readonly ViewName[];
  readonly columns: readonly Column[];
  readonly groupedBy: Column | undefined;
  readonly groups: readonly BaseGroup[];
  readonly summaries: readonly {
    readonly column: Column;
    readonly name: string;
    readonly cell: Cell;
  }[];
  /** Rows that passed the filters, whatever the limit lets through. */
  readonly total: number;
  readonly isTruncated: boolean;
  readonly problems: readonly BaseProblem[];
}

export interface BaseRunOptions {
  readonly view?: string | undefined;
  readonly rowsMax?: number | undefined;
}

const plainView: BaseView = {
  type: 'table',
  name: 'Table',
  filter: undefined,
  groupBy: undefined,
  order: [],
  sort: [],
  limit: undefined,
  summaries: new Map(),
  cards: {},
};

/** Works out what a view of a base shows. Where it yields, others may run. */
export function* runBase(
  base: Base,
  env: BaseEnv,
  options: BaseRunOptions = {},
): Generator<void, BaseAnswer> {
  const view = pickView(base, options.view);
  const problems = [...base.problems];
  const formulas = new Formulas(base.formulas, env);
  problems.push(...formulas.problems);
  const rowsMax = Math.min(
    options.rowsMax ?? limits.queryRowsMax,
    view.limit ?? Number.POSITIVE_INFINITY,
  );
  const shown = new SortedRows<SortedRow>(view.sort, rowsMax, compareDirected);
  const total = yield* findRows(base, view, { formulas, env, problems, shown });
  const rows = shown.list().map(({ row }) => row);
  const columns = columnsOf(view.order, base);
  return {
    view: { name: view.name, type: view.type, cards: view.cards },
    views: base.views.map(({ name, type }) => ({ name, type })),
    columns,
    groupedBy: view.groupBy && columnsOf([view.groupBy.property], base)[0],
    groups: groupRows(rows, view, columns),
    summaries: summarizeColumns(rows, view, { base, env, problems }),
    total,
    isTruncated: rows.length < total && rows.length !== view.limit,
    problems,
  };
}

function pickView({ views }: Base, name: string | undefined): BaseView {
  if (name === undefined) return views[0] ?? plainView;
  const view =
    views.find((candidate) => candidate.name === name) ??
    views.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (view !== undefined) return view;
  throw new VaultError('target-missing', `The base has no view "${name}".`, {
    hint: `Its views are: ${views.map((candidate) => candidate.name).join(', ') || 'none'}.`,
  });
}

interface Finding {
  readonly formulas: Formulas;
  readonly env: BaseEnv;
  readonly problems: BaseProblem[];
  readonly shown: SortedRows<SortedRow>;
}

interface SortedRow {
  readonly row: BaseRow;
  readonly keys: readonly Value[];
}

/** Collects the rows that pass the filters; returns how many do. */
function* findRows(
  base: Base,
  view: BaseView,
  { formulas, env, problems, shown }: Finding,
): Generator<void, number> {
  const tests = [
    base.filter && compileFilter(base.filter, env, 'filters', problems),
    view.filter && compileFilter(view.filter, env, 'view.filters', problems),
  ].filter((test) => test !== undefined);
  let total = 0;
  for (const facts of planFiles([base.filter, view.filter], env.files.source)) {
    if (env.budget.wantsPause()) yield;
    const row = formulas.row(env.files.valueOf(facts));
    if (!tests.every((test) => test(row))) continue;
    total++;
    shown.add({ row, keys: view.sort.map(({ property }) => valueOr(property, row)) });
  }
  return total;
}

/** Rows with the same printed key belong together. */
function groupRows(
  rows: readonly BaseRow[],
  { groupBy, cards: { image } }: BaseView,
  columns: readonly Column[],
): BaseGroup[] {
  const budget = new TextBudget();
  const toRow = (row: BaseRow): BaseAnswerRow => {
    const cells = columns.map(({ id }) => cellOf(id, row));
    for (const cell of cells) if ('value' in cell) budget.add(cell.value);
    const path = row.file?.facts.path ?? '';
    return image === undefined ? { path, cells } : { path, cells, picture: valueOr(image, row) };
  };
  if (groupBy === undefined) return [{ key: null, rows: rows.map(toRow) }];
  const groups = new Map<string, { key: Value; rows: BaseAnswerRow[] }>();
  for (const row of rows) {
    const value = valueOr(groupBy.property, row);
    const key = isBaseEmpty(value) ? null : value;
    const printed = key === null ? '' : baseText(key);
    const group = groups.get(printed) ?? { key, rows: [] };
    group.rows.push(toRow(row));
    groups.set(printed, group);
  }
  return [...groups.values()].sort((a, b) => compareDirected(a.key, b.key, groupBy.isDescending));
}

function summarizeColumns(
  rows: readonly BaseRow[],
  view: BaseView,
  context: { base: Base; env: BaseEnv; problems: BaseProblem[] },
): BaseAnswer['summaries'] {
  return [...view.summaries].flatMap(([id, name]) => {
    const [column] = columnsOf([id], context.base);
    const values = rows.map((row) => valueOr(id, row));
    return column === undefined
      ? []
      : { column, name, cell: summarizeColumn(name, values, context) };
  });
}
