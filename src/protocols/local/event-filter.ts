/** What filters look at. */
export interface Subject {
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

/** Who comes and goes is noise to most. */
export const defaultQuietTopics: readonly string[] = ['clients'];

/** True when the subscriber wants the event. Quiet topics must be asked for by name, or with `*`. */
export function wants(
  filter: Filter,
  event: Subject,
  isQuiet: (topic: string) => boolean,
): boolean {
  const { events } = filter;
  return (events?.includes(event.type) ?? true) && wantsSomeType(filter, event, isQuiet);
}

/** The same, whatever the type of the event will be to this subscriber. */
export function wantsSomeType(
  filter: Filter,
  event: Subject,
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

/** Reads the subject out of an event's data. */
export function toSubject(
  type: string,
  topic: string,
  { vault, path, from, to }: Readonly<Record<string, unknown>>,
): Subject {
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
