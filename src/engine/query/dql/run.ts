import { limits } from '../../../contract/limits.ts';
import type { Expression } from '../expression/ast.ts';
import { compile, type Scope } from '../expression/compile.ts';
import type { Pages } from '../page/pages.ts';
import type { Env } from '../values/env.ts';
import { emptyObject, RecordValue, type Value, WidgetValue } from '../values/value.ts';
import type { Header, Query, Step } from './ast.ts';
import type { IdMeaning, QueryAnswer, QueryOutcome } from './result.ts';
import { pageRows, taskRows } from './rows.ts';
import { buildStages, idOf, type Row, type Stage } from './stages.ts';
import { StepErrors } from './step-errors.ts';
import { groupTasks } from './tasks.ts';

export interface RunContext {
  readonly pages: Pages;
  readonly env: Env;
  /** The note that holds the query; it need not exist. */
  readonly from: string;
  readonly rowsMax?: number | undefined;
}

/** Answers a parsed query. Where it yields, others may run. */
export function* runQuery(query: Query, context: RunContext): Generator<void, QueryOutcome> {
  const { pages, env, from, rowsMax = limits.queryRowsMax } = context;
  const globals = new RecordValue({ this: pages.find(from) ?? emptyObject });
  const last = new Collector(columnsOf(query.header), { env, globals }, rowsMax);
  const first = buildStages(query.steps, last, { env, globals });
  const rows =
    query.header.kind === 'task'
      ? taskRows(query.source, pages, from)
      : pageRows(query.source, pages, from);
  for (const row of rows) {
    if (env.budget.wantsPause()) yield;
    if (!first.push(row)) break;
  }
  first.end();
  return {
    answer: toAnswer(query, last.rows, env),
    isTruncated: last.isTruncated,
    failedRows: last.failed,
  };
}

/** A row that made it to the end, with what its columns say. */
interface Collected {
  readonly row: Row;
  readonly values: ReadonlyMap<string, Value>;
}

/** The last stage: evaluates the columns and keeps the rows. */
class Collector implements Stage {
  readonly rows: Collected[] = [];
  isTruncated = false;
  readonly #columns: readonly (readonly [string, (row: Row) => Value])[];
  readonly #errors = new StepErrors('the columns');
  readonly #rowsMax: number;

  constructor(columns: ReadonlyMap<string, Expression>, scope: Scope, rowsMax: number) {
    this.#columns = [...columns].map(([name, expression]) => {
      const read = compile(expression, scope);
      return [name, ({ data }) => read(data)];
    });
    this.#rowsMax = rowsMax;
  }

  get failed(): number {
    return this.#errors.failed;
  }

  push(row: Row): boolean {
    if (this.rows.length >= this.#rowsMax) {
      this.isTruncated = true;
      return false;
    }
    const values = this.#errors.guard(
      () => new Map(this.#columns.map(([name, read]) => [name, read(row)])),
    );
    if (values !== undefined) this.rows.push({ row, values });
    return true;
  }

  end(): void {
    this.#errors.check();
  }
}

/** What is evaluated for each row, by name. Of two columns with one name the last one counts. */
function columnsOf(header: Header): Map<string, Expression> {
  switch (header.kind) {
    case 'table':
      return new Map(header.columns.map(({ name, expression }) => [name, expression]));
    case 'list':
      return new Map(header.value === undefined ? [] : [['value', header.value]]);
    case 'calendar':
      return new Map([
        ['date', header.date.expression],
        ['link', fileLinkExpression],
      ]);
    case 'task':
      return new Map();
  }
}

const fileLinkExpression: Expression = {
  kind: 'index',
  of: { kind: 'variable', name: 'file' },
  at: { kind: 'literal', value: 'link' },
};

function toAnswer({ header, steps }: Query, rows: readonly Collected[], env: Env): QueryAnswer {
  const idMeaning = meaningAfter(steps);
  switch (header.kind) {
    case 'table': {
      const names = header.columns.map(({ name }) => name);
      const idName = idMeaning.type === 'group' ? idMeaning.name : env.settings.tableIdColumnName;
      const values = rows.map(({ row, values: cells }) => {
        const shown = names.map((name) => cells.get(name) ?? null);
        return header.showId ? [idOf(row), ...shown] : shown;
      });
      return {
        type: 'table',
        headers: header.showId ? [idName, ...names] : names,
        values,
        idMeaning,
      };
    }
    case 'list':
      return { type: 'list', values: rows.map((row) => toListValue(header, row)), idMeaning };
    case 'calendar':
      return {
        type: 'calendar',
        values: rows.map(({ values }) => ({
          date: values.get('date') ?? null,
          link: values.get('link') ?? null,
        })),
      };
    case 'task':
      return {
        type: 'task',
        tasks: groupTasks(
          rows.map(({ row }) => row.data),
          idMeaning,
        ),
      };
  }
}

function toListValue(
  { value, showId }: Extract<Header, { kind: 'list' }>,
  { row, values }: Collected,
): Value {
  if (value === undefined) return idOf(row);
  const shown = values.get('value') ?? null;
  return showId ? new WidgetValue('list-pair', idOf(row), shown) : shown;
}

/** Grouping gives rows the name of their key; flattening that very key takes it away again. */
function meaningAfter(steps: readonly Step[]): IdMeaning {
  let meaning: IdMeaning = { type: 'path' };
  for (const step of steps) {
    if (step.kind === 'group') meaning = { type: 'group', name: step.by.name, on: meaning };
    else if (
      step.kind === 'flatten' &&
      meaning.type === 'group' &&
      meaning.name === step.field.name
    ) {
      meaning = meaning.on;
    }
  }
  return meaning;
}
