import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BaseRow, BaseShown } from './base-rows.ts';
import { Cell, Picture } from './cell.tsx';
import { Table } from './table.tsx';

const pageSize = 100;

/** The first rows, and a way to more. */
function Paged({
  rows,
  children,
}: {
  rows: readonly BaseRow[];
  children: (page: readonly BaseRow[]) => ComponentChildren;
}): JSX.Element {
  const [shown, setShown] = useState(pageSize);
  return (
    <>
      {children(rows.slice(0, shown))}
      {rows.length > shown && (
        <button type="button" class="button quiet" onClick={() => setShown(shown + pageSize)}>
          {rows.length - shown} more
        </button>
      )}
    </>
  );
}

interface TableProps {
  readonly headers: readonly string[];
  readonly rows: readonly BaseRow[];
}

export function BaseTable({ headers, rows }: TableProps): JSX.Element {
  return (
    <Paged rows={rows}>
      {(page) => <Table headers={headers} rows={page.map(({ cells }) => cells)} />}
    </Paged>
  );
}

export function BaseList({ rows }: { rows: readonly BaseRow[] }): JSX.Element {
  return (
    <Paged rows={rows}>
      {(page) => (
        <ul class="base-list">
          {page.map(({ path, cells: [first, ...rest] }) => (
            <li key={path}>
              <Cell value={first} />
              {rest.filter(hasValue).map((cell, at) => (
                <span key={at} class="base-list-more">
                  <Cell value={cell} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}

function hasValue(cell: unknown): boolean {
  return cell !== null && cell !== undefined && cell !== '';
}

interface CardsProps {
  readonly shown: BaseShown;
  readonly rows: readonly BaseRow[];
}

export function BaseCards({ shown, rows }: CardsProps): JSX.Element {
  const { isContained, ratio, size } = shown.cards;
  const hasPictures = rows.some(({ picture }) => picture !== undefined);
  return (
    <Paged rows={rows}>
      {(page) => (
        <ul
          class="base-cards"
          style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${size}px, 100%), 1fr))` }}
        >
          {page.map(({ path, picture, cells }) => (
            <li key={path} class="base-card">
              {hasPictures && (
                <div
                  class={`base-picture ${isContained ? 'contained' : ''}`}
                  style={{ aspectRatio: `1 / ${ratio}` }}
                >
                  <Picture source={picture} />
                </div>
              )}
              <dl>
                {cells.map((cell, at) =>
                  hasValue(cell) ? (
                    <div key={at} class={at === 0 ? 'base-card-name' : ''}>
                      <dt class={at === 0 ? 'visually-hidden' : ''}>{shown.headers[at]}</dt>
                      <dd>
                        <Cell value={cell} />
                      </dd>
                    </div>
                  ) : null,
                )}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
