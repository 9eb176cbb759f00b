import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { version } from '../../state/version.ts';
import { type BaseShown, toBaseShown } from './base-rows.ts';
import { BaseCards, BaseList, BaseTable } from './base-views.tsx';
import { Cell } from './cell.tsx';

interface BaseAnswerProps {
  /** A file that holds a base, or its text. */
  readonly path?: string;
  readonly text?: string;
  /** The first one when empty. */
  readonly view?: string;
  /** The note that shows it, which is what "this" means. */
  readonly from?: string;
}

/** A base with its views, asked again whenever the vault changes. */
export function BaseAnswer({ path, text, view = '', from }: BaseAnswerProps): JSX.Element {
  const [chosen, setChosen] = useState(view);
  useEffect(() => setChosen(view), [view, path]);
  const { value, error } = useAsked(
    (signal) =>
      call(
        'query.run',
        {
          mode: 'base',
          base: path,
          query: text,
          view: chosen || undefined,
          from: from || undefined,
          rich: true,
        },
        signal,
      ),
    [path, text, chosen, from, version.value],
  );
  if (error !== undefined) {
    return (
      <p class="query-error" role="alert">
        {sayError(error)}
      </p>
    );
  }
  if (value === undefined) return <p class="faint">…</p>;
  return <BaseBoard shown={toBaseShown(value.data ?? {})} onView={setChosen} />;
}

function BaseBoard({
  shown,
  onView,
}: {
  shown: BaseShown;
  onView: (name: string) => void;
}): JSX.Element {
  const { view, views, groups, summaries, total, problems, isGrouped } = shown;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div class="answer base">
      <div class="base-bar">
        {views.length > 1 ? (
          <label>
            <span class="visually-hidden">View</span>
            <select value={view.name} onChange={({ currentTarget }) => onView(currentTarget.value)}>
              {views.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        ) : (
          <strong>{view.name}</strong>
        )}
        <span class="faint numbers">
          {count < total ? `${count} of ${total}` : total} {total === 1 ? 'result' : 'results'}
        </span>
      </div>
      {groups.map(({ key, rows }, at) => (
        <div key={at} class="base-group">
          {isGrouped && (
            <p class="base-group-name">
              <Cell value={key} /> <span class="faint numbers">{rows.length}</span>
            </p>
          )}
          <BaseRows shown={shown} rows={rows} />
        </div>
      ))}
      {summaries.length > 0 && (
        <dl class="base-summaries">
          {summaries.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="numbers">
                <Cell value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {problems.map((problem) => (
        <p key={problem} class="query-error">
          {problem}
        </p>
      ))}
    </div>
  );
}

/** A map or a board of columns is shown as a table, with all its values. */
function BaseRows({
  shown,
  rows,
}: {
  shown: BaseShown;
  rows: BaseShown['groups'][number]['rows'];
}): JSX.Element {
  if (shown.view.type === 'cards') return <BaseCards shown={shown} rows={rows} />;
  if (shown.view.type === 'list') return <BaseList rows={rows} />;
  return <BaseTable headers={shown.headers} rows={rows} />;
}
