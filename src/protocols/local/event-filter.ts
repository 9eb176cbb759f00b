/** What filters compare. */
export interface EventSubject {
  readonly type: string;
  readonly topic: string;
  readonly vault: string | undefined;
  readonly paths: readonly string[];
}

/** What a subscriber wants. All given parts must match. */
export interface Filter {
  readonly topics?: readonly string[];
  readonly events?: readonly string[];
  readonly vault?: string;
  /** Whole names only: `Pro` is no prefix of `Projects/a.md`. */
  readonly path_prefix?: string;
}

/** Clients that connect and disconnect are noise to most subscribers. */
export const defaultQuietTopics: readonly string[] = ['clients'];

/** True when the filter matches. Quiet topics must be asked for by name, or with `*`. */
export function matches(
  filter: Filter,
  event: EventSubject,
  isQuiet: (topic: string) => boolean,
): boolean {
  const { events } = filter;
  return (events?.includes(event.type) ?? true) && matchesAnyType(filter, event, isQuiet);
}

/** The same without the type, which may be another one for each client. */
export function matchesAnyType(
  filter: Filter,
  event: EventSubject,
  isQuiet: (topic: string) => boolean,
): boolean {
  const { topics, vault, path_prefix } = filter;
  if (topics === undefined) {
    if (isQuiet(event.topic)) return false;
  } else if (!topics.includes(event.topic) && !topics.includes('*')) return false;
  if (vault !== undefined && event.vault !== undefined && event.vault !== vault) return false;
  if (path_prefix === undefined || event.paths.length === 0) return true;
  return event.paths.some((path) => isBelow(path, path_prefix));
}

/** What filters compare, out of an event's data. */
export function toEventSubject(
  type: string,
  topic: string,
  { vault, path, from, to }: Readonly<Record<string, unknown>>,
): EventSubject {
  return {
    type,
    topic,
    vault: typeof vault === 'string' ? vault : undefined,
    paths: [path, from, to].filter((value) => typeof value === 'string'),
  };
}

function isBelow(path: string, prefix: string): boolean {
  const folder = prefix.replace(/\/+$/, '');
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
