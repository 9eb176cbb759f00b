import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Output } from '../api/operations.ts';

export type NoteData = Output<'note.renderData'>;

/** What the pieces of a note must know of the whole. */
export interface NoteContext {
  readonly path: string;
  readonly links: NoteData['links'];
  /** Lines of the file before the first line of the text that was read. */
  readonly lineShift: number;
  /** Footnotes in the order in which they are first mentioned. */
  readonly footnotes: { order: string[]; texts: ReadonlyMap<string, string> };
  /** How many notes this one is embedded in. */
  readonly depth: number;
  /** Ticks a task, by its line. Absent where nothing may be changed. */
  readonly toggleTask?: ((line: number, mark: string) => void) | undefined;
}

export const noteContext = createContext<NoteContext>({
  path: '',
  links: {},
  lineShift: 0,
  footnotes: { order: [], texts: new Map() },
  depth: 0,
});

export function useNote(): NoteContext {
  return useContext(noteContext);
}
