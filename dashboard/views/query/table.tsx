import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isRecord } from '../../../src/kit/records.ts';
import { titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { sayDuration } from '../../kit/times.ts';
import type { AnswerRows } from './rows.ts';

interface QueryTableProps {
  readonly rows: AnswerRows;
  readonly tookMs: number;
  readonly isCut: boolean;
}

const pageSize = 200;

export function QueryTable({ rows, tookMs, isCut }: QueryTableProps): JSX.Element {
  const [shown, setShown] = useState(pageSize);
  const page = rows.rows.slice(0, shown);
  return (
    <div class="answer">
      {rows.kind === 'table' ? <Table headers={rows.headers} rows={page} /> : <List rows={page} />}
      <footer class="answer-foot faint numbers">
        <span>
          {rows.rows.length} {rows.rows.length === 1 ? 'result' : 'results'}
          {isCut && ', and more'}
        </span>
        <span>{sayDuration(tookMs)}</span>
        {rows.rows.length > shown && (
          <button type="button" class="button quiet" onClick={() => setShown(shown + pageSize)}>
            Show more
          </button>
        )}
      </footer>
    </div>
  );
}

function Table({ headers, rows }: Pick<AnswerRows, 'headers' | 'rows'>): JSX.Element {
  return (
    <section class="wide scroll" tabIndex={0} aria-label="Result">
      <table class="data">
        <thead>
          <tr>
            {headers.map((header, at) => (
              <th key={at} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Cell value={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function List({ rows }: Pick<AnswerRows, 'rows'>): JSX.Element {
  return (
    <ul class="answer-list">
      {rows.map((cells, at) => (
        <li key={at}>
          {cells.map((cell, column) => (
            <span key={column}>
              {column > 0 && ': '}
              <Cell value={cell} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function Cell({ value }: { value: unknown }): ComponentChildren {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    return value.map((each, at) => (
      <span key={at}>
        {at > 0 && ', '}
        <Cell value={each} />
      </span>
    ));
  }
  return isRecord(value) ? <ObjectCell value={value} /> : String(value);
}

function ObjectCell({ value }: { value: Readonly<Record<string, unknown>> }): JSX.Element {
  const { path, display, subpath, text, status, line } = value;
  if (typeof text === 'string' && typeof status === 'string' && typeof path === 'string') {
    return (
      <a class="task-row" href={hrefOf('notes', path, { line: String(line) })}>
        <span class={`box ${status === ' ' ? '' : 'ticked'}`} aria-hidden="true" />
        {text} <span class="faint">{titleOf(path)}</span>
      </a>
    );
  }
  if (typeof path === 'string') {
    const label = typeof display === 'string' ? display : titleOf(path);
    return (
      <a
        class="inside"
        href={hrefOf('notes', path, typeof subpath === 'string' ? { at: subpath } : {})}
      >
        {label}
      </a>
    );
  }
  return <code>{JSON.stringify(value)}</code>;
}
