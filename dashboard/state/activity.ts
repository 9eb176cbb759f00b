import { signal } from '@preact/signals';
import { type Protocol, protocolNames } from '../../src/contract/callers.ts';
import { coalesce } from '../../src/kit/coalesce.ts';
import { call } from '../api/call.ts';
import { listen } from '../api/events.ts';
import type { Entry } from '../api/operations.ts';
import { toastError } from './toasts.ts';

/** Which part of the activity is shown. */
export interface ActivityFilter {
  readonly kind: 'all' | 'step' | 'denied';
  readonly protocol: string;
  readonly client: string;
  readonly path: string;
}

export const everything: ActivityFilter = { kind: 'all', protocol: '', client: '', path: '' };

export const filter = signal<ActivityFilter>(everything);
export const entries = signal<readonly Entry[]>([]);
export const hasMore = signal(false);
export const isLoaded = signal(false);

const pageSize = 60;

/** What came while the list was asked for, and may not be in it. */
let arrived: Entry[] | undefined;

/** One call at a time, so that no older answer replaces a newer one. */
export const loadActivity = coalesce(async () => {
  const meanwhile: Entry[] = [];
  arrived = meanwhile;
  try {
    const { entries: first, more } = await call('activity.list', { ...asked(), limit: pageSize });
    entries.value = meanwhile.reduce(withEntry, first);
    hasMore.value = more;
    isLoaded.value = true;
  } finally {
    arrived = undefined;
  }
});

export async function loadOlder(): Promise<void> {
  const before = entries.value.at(-1)?.id;
  if (before === undefined || !hasMore.value) return;
  hasMore.value = false;
  const older = await call('activity.list', { ...asked(), before, limit: pageSize });
  if (entries.value.at(-1)?.id !== before) return;
  entries.value = [...entries.value, ...older.entries];
  hasMore.value = older.more;
}

export function followActivity(): () => void {
  const reload = (): void => {
    loadActivity().catch(toastError);
  };
  const stops = [listen('step', add), listen('denied', add), listen('lagged', reload)];
  return () => {
    for (const stop of stops) stop();
  };
}

function asked() {
  const { kind, protocol, client, path } = filter.value;
  return {
    ...(kind !== 'all' && { kinds: [kind] }),
    ...(isProtocol(protocol) && { protocol }),
    ...(client !== '' && { client }),
    ...(path !== '' && { path }),
  };
}

function isProtocol(protocol: string): protocol is Protocol {
  return protocolNames.some((each) => each === protocol);
}

function add(entry: Entry): void {
  arrived?.push(entry);
  entries.value = withEntry(entries.value, entry);
}

function withEntry(those: readonly Entry[], entry: Entry): readonly Entry[] {
  const known = markUndone(those, entry);
  return isWanted(entry) && !known.some(({ id }) => id === entry.id) ? [entry, ...known] : known;
}

/** A step that was undone is marked at once. */
function markUndone(known: readonly Entry[], entry: Entry): readonly Entry[] {
  if (entry.kind !== 'step' || entry.undoes === undefined) return known;
  const { id, undoes } = entry;
  return known.map((each) =>
    each.kind === 'step' && each.id === undoes ? { ...each, undoneBy: id } : each,
  );
}

function isWanted(entry: Entry): boolean {
  const { kind, protocol, client, path } = filter.value;
  if (kind !== 'all' && entry.kind !== kind) return false;
  if (protocol !== '' && entry.protocol !== protocol) return false;
  if (client !== '' && entry.client !== client) return false;
  return path === '' || pathsOf(entry).some((each) => each === path || each.startsWith(`${path}/`));
}

function pathsOf(entry: Entry): readonly string[] {
  if (entry.kind === 'denied') return entry.path === undefined ? [] : [entry.path];
  return entry.files.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]));
}
