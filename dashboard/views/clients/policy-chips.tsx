import type { JSX } from 'preact';

/** What a client may do. Without a list, everything. */
export interface ShownPolicy {
  readonly readOnly: boolean;
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly approve?: readonly string[] | undefined;
}

export function PolicyChips({ policy }: { policy: ShownPolicy }): JSX.Element {
  return (
    <div class="client-policy">
      {toChips(policy).map(([tone, text]) => (
        <span key={text} class={`badge ${tone}`}>
          {text}
        </span>
      ))}
    </div>
  );
}

function toChips({ readOnly, read, write, deny, approve }: ShownPolicy) {
  const chips: (readonly [tone: string, text: string])[] = [];
  if (readOnly) chips.push(['warn', 'read only']);
  else chips.push(['good', write === undefined ? 'may write everywhere' : `writes ${list(write)}`]);
  if (read !== undefined) chips.push(['', `reads ${list(read)}`]);
  if (deny !== undefined && deny.length > 0) chips.push(['bad', `not ${list(deny)}`]);
  if (approve !== undefined && !readOnly) {
    chips.push(['warn', approve.includes('/') ? 'asks first' : `asks first in ${list(approve)}`]);
  }
  return chips;
}

function list(paths: readonly string[]): string {
  return paths.length === 0
    ? 'nothing'
    : paths.map((path) => (path === '' ? '/' : path)).join(', ');
}
