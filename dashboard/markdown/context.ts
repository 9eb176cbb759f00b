import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Output } from '../api/operations.ts';

export type NoteData = Output<'note.renderData'>;

/** What the pieces of a note must know of the whole. */
export interface NoteContext {
  readonly path: string;
  /** Where its links lead; without it they are found by name. */
  readonly links?: NoteData['links'];
  /** Lines of the file before the first line of the text that was read. */
  readonly lineShift: number;
  /** Footnotes in the order in which they are first mentioned. */
  readonly footnotes: {
    readonly order: string[];
    readonly texts: ReadonlyMap<string, string>;
    /** Begins the ids of their elements, so that those of embedded notes differ. */
    readonly id: string;
  };
  /** How many notes this one is embedded in. */
  readonly depth: number;
  /** Ticks a task, by its line. Absent where nothing may be changed. */
  readonly toggleTask?: ((line: number, mark: string) => void) | undefined;
}

/** For text that is no note of its own: a value, a line of a result, a text on a canvas. */
export const looseContext: NoteContext = {
  path: '',
  lineShift: 0,
  footnotes: { order: [], texts: new Map(), id: '' },
  depth: 1,
};

export const noteContext = createContext<NoteContext>(looseContext);

export function useNote(): NoteContext {
  return useContext(noteContext);
}
