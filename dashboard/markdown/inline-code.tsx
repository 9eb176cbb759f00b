import type { ComponentChildren } from 'preact';
import { call, sayError } from '../api/call.ts';
import { useAsked } from '../kit/hooks.ts';
import { version } from '../state/version.ts';
import { Cell } from '../views/query/cell.tsx';
import { useNote } from './context.ts';

/** Code in a line; `= this.file.name` is an expression of Dataview, and its value is shown. */
export function InlineCode({ code }: { code: string }): ComponentChildren {
  const [, expression] = /^=\s*([^=].*)$/s.exec(code) ?? [];
  return expression === undefined ? (
    <code>{code}</code>
  ) : (
    <InlineValue code={code} expression={expression} />
  );
}

/** What cannot be worked out stays as it is written: not every vault means a query by it. */
function InlineValue({
  code,
  expression,
}: {
  code: string;
  expression: string;
}): ComponentChildren {
  const { path } = useNote();
  const { value, error } = useAsked(
    (signal) =>
      call('query.run', { mode: 'expression', query: expression, from: path || undefined }, signal),
    [expression, path, version.value],
  );
  if (error !== undefined) return <code title={sayError(error)}>{code}</code>;
  if (value === undefined) return <code aria-busy="true">{code}</code>;
  return (
    <span class="inline-value" title={code}>
      <Cell value={value.data?.value} />
    </span>
  );
}
