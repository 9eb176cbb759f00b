import { isWithin } from '../../../../contract/paths.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import type { MayRead } from '../links/graph.ts';
import type { NoteIndex } from '../note-index.ts';

export interface Task {
  readonly path: string;
  /** From zero. */
  readonly line: number;
  /** The character in the box; a blank is open. */
  readonly status: string;
  /** The first line of the task, without marker and box. */
  readonly text: string;
  readonly blockId?: string;
}

export interface TaskQuery {
  /** Only tasks of this note, or of notes below this folder. */
  readonly within?: string;
  readonly state?: 'open' | 'done';
}

/** Tasks in the order of notes and lines. Only notes that have some are read. */
export function* findTasks(
  index: NoteIndex,
  { within = '', state }: TaskQuery,
  mayRead: MayRead,
): Generator<Task> {
  for (const { path, data } of index.files.inOrder()) {
    if (data === undefined || !isWithin(path, within) || !mayRead(path)) continue;
    const open = state === 'done' ? 0 : data.openTasks;
    const done = state === 'open' ? 0 : data.doneTasks;
    if (open + done > 0) yield* tasksOf(path, index.textOf(path) ?? '', state);
  }
}

/** The tasks of one note. */
export function* tasksOf(path: string, text: string, state?: TaskQuery['state']): Generator<Task> {
  for (const { task, line, contentStart, end, id } of scanNote(text).listItems) {
    if (task === undefined) continue;
    if (state !== undefined && (task === ' ') !== (state === 'open')) continue;
    const [first = ''] = text.slice(contentStart, end).split(/\r?\n/, 1);
    yield { path, line, status: task, text: first.trim(), ...(id && { blockId: id }) };
  }
}
