import type { JSX } from 'preact';
import { call, sayError } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { version } from '../../state/version.ts';
import { toRows } from './rows.ts';
import { QueryTable } from './table.tsx';

interface QueryAnswerProps {
  readonly mode: 'dql' | 'base';
  readonly query?: string;
  /** A file that holds a base. */
  readonly base?: string;
  /** The note that asks. */
  readonly from?: string;
}

/** The answer to a query, asked again whenever the vault changes. */
export function QueryAnswer({ mode, query = '', base, from }: QueryAnswerProps): JSX.Element {
  const { value, error } = useAsked(
    query.trim() === '' && base === undefined
      ? undefined
      : (signal) => call('query.run', { mode, query, base, from }, signal),
    [mode, query, base, from, version.value],
  );
  if (error !== undefined) {
    return (
      <p class="query-error" role="alert">
        {sayError(error)}
      </p>
    );
  }
  if (value === undefined) return <p class="faint">…</p>;
  return (
    <QueryTable rows={toRows(value.data ?? {})} tookMs={value.tookMs} isCut={value.truncated} />
  );
}
