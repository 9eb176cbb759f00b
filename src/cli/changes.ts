import type { Context } from './context.ts';
import { toMoment } from './moments.ts';

/** One entry of the history. */
export interface HistoryEntry {
  readonly change: string;
  readonly at: string;
  readonly protocol: string;
  readonly client: string;
  readonly why: string;
  readonly undoes?: string;
  readonly files: readonly { readonly what: string; readonly path: string; readonly to?: string }[];
}

/** Which changes are meant; several commands ask for them in the same way. */
export const changeFlags = {
  client: { type: 'string', value: 'NAME', summary: 'Only changes of this client.' },
  protocol: {
    type: 'string',
    value: 'DOOR',
    choices: ['ide', 'local', 'mcp', 'remote', 'web'],
    summary: 'Only changes through this protocol.',
  },
  since: { type: 'string', value: 'TIME', summary: 'Only later ones: 2h, 2026-05-01T14:30.' },
  until: { type: 'string', value: 'TIME', summary: 'Only earlier ones.' },
} as const;

interface Wanted {
  readonly client: string | undefined;
  readonly protocol: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Newest first. */
export async function listChanges(
  { call }: Context,
  { client, protocol, since, until }: Wanted,
  more: Readonly<Record<string, unknown>>,
): Promise<readonly HistoryEntry[]> {
  const { changes } = await call<{ changes: HistoryEntry[] }>('ListChanges', {
    ...(client && { client }),
    ...(protocol && { protocol }),
    ...(since && { since: toMoment(since) }),
    ...(until && { until: toMoment(until) }),
    ...more,
  });
  return changes;
}

/** Undoing twice goes back two changes, so neither an undo nor what it took back counts. */
export function withoutUndone(changes: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const undone = new Set(changes.map(({ undoes }) => undoes));
  return changes.filter(({ change, undoes }) => undoes === undefined && !undone.has(change));
}
