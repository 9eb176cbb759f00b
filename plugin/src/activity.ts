import { isRecord } from '../../src/kit/records.ts';

/** What agents did, as the daemon lists it. */
export interface StepEntry {
  readonly kind: 'step';
  readonly id: string;
  readonly at: string;
  readonly protocol: string;
  readonly client: string;
  readonly why: string;
  readonly files: readonly {
    readonly what: 'created' | 'changed' | 'deleted' | 'moved' | 'folder';
    readonly path: string;
    readonly to?: string;
  }[];
  readonly files_total: number;
  readonly undoes?: string;
  readonly undone_by?: string;
}

/** What an agent was refused. */
export interface DeniedEntry {
  readonly kind: 'denied';
  readonly id: string;
  readonly at: string;
  readonly protocol: string;
  readonly client: string;
  readonly operation: string;
  readonly message: string;
  readonly path?: string;
  readonly rule?: string;
}

export type ActivityEntry = StepEntry | DeniedEntry;

/** An entry that came as an event; undefined for anything else. */
export function parseEntry(data: Readonly<Record<string, unknown>>): ActivityEntry | undefined {
  const { kind, id, files } = data;
  const isStep = kind === 'step' && Array.isArray(files) && files.every(isRecord);
  if (typeof id !== 'string' || !(isStep || kind === 'denied')) return undefined;
  // The daemon checks what it sends by the schema that this type mirrors.
  return data as unknown as ActivityEntry;
}

/** The list with one more entry in front. What it undoes is marked. */
export function addEntry(
  entries: readonly ActivityEntry[],
  entry: ActivityEntry,
): readonly ActivityEntry[] {
  const undone = entry.kind === 'step' ? entry.undoes : undefined;
  const others = entries
    .filter(({ id }) => id !== entry.id)
    .map((each) =>
      each.kind === 'step' && each.id === undone ? { ...each, undone_by: entry.id } : each,
    );
  return [entry, ...others];
}

/** Whether an entry touches this note. */
export function isAbout(entry: ActivityEntry, note: string): boolean {
  if (entry.kind === 'denied') return entry.path === note;
  return entry.files.some(({ path, to }) => path === note || to === note);
}

/** Where the files of a step are now. */
export function pathsOf(entry: StepEntry): string[] {
  return [...new Set(entry.files.filter(({ what }) => what !== 'folder').map(pathNow))];
}

export function pathNow({ path, to }: StepEntry['files'][number]): string {
  return to ?? path;
}

/** Whether there is a note to open now. */
export function hasNote({ what }: StepEntry['files'][number]): boolean {
  return what !== 'deleted' && what !== 'folder';
}

/** What came later and touched the same notes, oldest first. */
export function laterChanges(entry: StepEntry, all: readonly ActivityEntry[]): StepEntry[] {
  const touched = new Set(entry.files.flatMap(({ path, to }) => (to ? [path, to] : [path])));
  return all
    .filter((each): each is StepEntry => each.kind === 'step' && each.id > entry.id)
    .filter((each) => each.undoes === undefined && each.undone_by === undefined)
    .filter((each) => each.files.some(({ path, to }) => touched.has(path) || touched.has(to ?? '')))
    .reverse();
}

/** The files of a step, those first that are more than links that follow. */
export function sortFiles({ files }: StepEntry): StepEntry['files'] {
  const isMain = ({ what }: StepEntry['files'][number]) => what !== 'changed' && what !== 'folder';
  return [...files.filter(isMain), ...files.filter((file) => !isMain(file))];
}

/** A step in words, with its first file apart, which can be a link. */
export interface StepWords {
  readonly before: string;
  readonly path: string;
  readonly after: string;
}

export function toStepWords(entry: StepEntry): StepWords {
  const { why, files_total, undoes } = entry;
  const [first] = sortFiles(entry);
  if (first === undefined) return { before: why, path: '', after: '' };
  const verb = undoes === undefined ? first.what : 'undid a change of';
  const from = first.to === undefined ? '' : `${first.path} to `;
  const after = files_total > 1 ? ` and ${files_total - 1} more` : '';
  return { before: `${verb} ${from}`, path: pathNow(first), after };
}

/** One line about a step: what happened to which notes. */
export function describeStep(entry: StepEntry): string {
  const { before, path, after } = toStepWords(entry);
  return `${before}${path}${after}`;
}

/** The time of an entry, with its day when that is another one. */
export function describeTime(at: string, now: Date): string {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  return date.toLocaleString([], { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) });
}
