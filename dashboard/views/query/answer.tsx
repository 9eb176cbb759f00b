import type { JSX } from 'preact';
import { call, sayError } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { version } from '../../state/version.ts';
import { toRows } from './rows.ts';
import { QueryTable } from './table.tsx';

interface QueryAnswerProps {
  readonly query: string;
  /** The note that asks. */
  readonly from?: string;
}

/** The answer to a Dataview query, asked again whenever the vault changes. */
export function QueryAnswer({ query, from }: QueryAnswerProps): JSX.Element {
  const { value, error } = useAsked(
    query.trim() === ''
      ? undefined
      : (signal) => call('query.run', { mode: 'dql', query, from: from || undefined }, signal),
    [query, from, version.value],
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
