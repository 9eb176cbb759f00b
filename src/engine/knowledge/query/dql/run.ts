import { limits } from '../../../../contract/limits.ts';
import type { Expression } from '../expression/ast.ts';
import { type Compiled, compile, type Scope } from '../expression/compile.ts';
import type { Pages } from '../page/pages.ts';
import type { Env } from '../values/env.ts';
import { TextBudget } from '../values/text-budget.ts';
import {
  emptyObject,
  type ObjectValue,
  RecordValue,
  type Value,
  WidgetValue,
} from '../values/value.ts';
import type { Header, Query, QueryStep } from './ast.ts';
import type { IdMeaning, QueryAnswer, QueryOutcome } from './result.ts';
import { planSource, pushRows, pushTasks } from './sources.ts';
import { buildStages, idOf, type RowStage } from './stages.ts';
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
  const push = query.header.kind === 'task' ? pushTasks : pushRows;
  for (const file of planSource(query.source, pages, from).list()) {
    if (env.budget.wantsPause()) yield;
    if (!push(file, pages, first)) break;
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
  readonly data: ObjectValue;
  readonly id: Value;
  readonly values: ReadonlyMap<string, Value>;
}

/** The last stage: evaluates the columns and keeps the rows. */
class Collector implements RowStage {
  readonly rows: Collected[] = [];
  isTruncated = false;
  readonly #columns: readonly (readonly [string, Compiled])[];
  readonly #errors = new StepErrors('the columns');
  readonly #budget = new TextBudget();
  readonly #rowsMax: number;

  constructor(columns: ReadonlyMap<string, Expression>, scope: Scope, rowsMax: number) {
    this.#columns = [...columns].map(([name, expression]) => [name, compile(expression, scope)]);
    this.#rowsMax = rowsMax;
  }

  get failed(): number {
    return this.#errors.failed;
  }

  push(data: ObjectValue, id: Value | undefined): boolean {
    if (this.rows.length >= this.#rowsMax) {
      this.isTruncated = true;
      return false;
    }
    const values = this.#errors.guard(
      () => new Map(this.#columns.map(([name, read]) => [name, read(data)])),
    );
    if (values === undefined) return true;
    for (const value of values.values()) this.#budget.add(value);
    this.rows.push({ data, id: idOf(data, id), values });
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
      const values = rows.map(({ id, values: cells }) => {
        const shown = names.map((name) => cells.get(name) ?? null);
        return header.showId ? [id, ...shown] : shown;
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
          rows.map(({ data }) => data),
          idMeaning,
        ),
      };
  }
}

function toListValue(
  { value, showId }: Extract<Header, { kind: 'list' }>,
  { id, values }: Collected,
): Value {
  if (value === undefined) return id;
  const shown = values.get('value') ?? null;
  return showId ? new WidgetValue('list-pair', id, shown) : shown;
}

/** Grouping gives rows the name of their key; flattening that very key takes it away again. */
function meaningAfter(steps: readonly QueryStep[]): IdMeaning {
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
