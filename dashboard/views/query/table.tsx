import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { sayDuration } from '../../kit/times.ts';
import { Cell } from './cell.tsx';
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

export function Table({ headers, rows }: Pick<AnswerRows, 'headers' | 'rows'>): JSX.Element {
  return (
    <div class="wide scroll" role="group" tabIndex={0} aria-label="Result">
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
    </div>
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
