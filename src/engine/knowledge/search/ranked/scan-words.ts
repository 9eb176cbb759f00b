import type { Pace } from '../../../../kit/pace.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import { withoutAccents } from '../text/accents.ts';
import { foldCase } from '../text/letters.ts';
import { type NotePlace, openNote } from '../text/note-store.ts';
import type { StoredNote } from '../text/stored-note.ts';
import { detectLanguage } from './languages.ts';
import { fieldsOf } from './note-fields.ts';
import { fields } from './postings.ts';
import { forEachToken } from './tokens.ts';
import type { WantedWords } from './wanted-words.ts';
import type { SourceWord, WordSource } from './word-source.ts';

/** A note to read. */
export interface UnindexedNote {
  readonly path: string;
  readonly place: NotePlace;
}

interface ScannedWord extends SourceWord {
  readonly notes: number[];
  readonly times: number[];
  readonly fields: number[];
}

/**
 * Reads the notes that no word index knows, as on the first question about a new vault. What comes
 * of it is what an index says of the same notes, but only of the wanted words.
 */
export async function scanWords(
  notes: readonly UnindexedNote[],
  wanted: WantedWords,
  pace: Pace,
): Promise<WordSource> {
  const lengths = new Uint32Array(notes.length);
  const languages = new Uint8Array(notes.length);
  const words = new WordCollector(wanted);
  for (const [number, { path, place }] of notes.entries()) {
    const note = openNote(path, place);
    lengths[number] = words.add(number, note);
    languages[number] = detectLanguage(note.text);
    if (pace.isDue()) await pace.pause();
  }
  const found = words.found;
  return {
    noteCount: notes.length,
    noteLengths: lengths,
    noteLanguages: languages,
    visible: new Uint8Array(notes.length).fill(1),
    wordsFrom: (prefix) => found.filter(({ bare }) => bare.startsWith(prefix)),
    pairsWith: (sign) => found.filter(({ bare }) => bare.includes(sign)),
    wordsLike: () => found,
    read({ id }, into) {
      const word = found[id];
      into.count = word?.notes.length ?? 0;
      into.notes.set(word?.notes ?? []);
      into.times.set(word?.times ?? []);
      into.fields.set(word?.fields ?? []);
    },
  };
}

class WordCollector {
  readonly found: ScannedWord[] = [];
  readonly #wanted: WantedWords;
  /** By token; undefined for those that are not wanted. */
  readonly #known = new Map<string, ScannedWord | undefined>();

  constructor(wanted: WantedWords) {
    this.#wanted = wanted;
  }

  /** Returns how many tokens the text has. */
  add(number: number, note: StoredNote): number {
    let isFound = false;
    const length = this.#take(note.comparable('text', false), (word) => {
      isFound = true;
      const at = placeIn(word, number);
      word.times[at] = (word.times[at] ?? 0) + 1;
    });
    this.#mark(number, note.name, fields.title);
    if (!isFound) return length;
    const { headings, tags, aliases } = fieldsOf(scanNote(note.text));
    for (const heading of headings) this.#mark(number, heading, fields.heading);
    for (const tag of tags) this.#mark(number, tag, fields.tag);
    for (const alias of aliases) this.#mark(number, alias, fields.alias);
    return length;
  }

  #mark(number: number, text: string, field: number): void {
    this.#take(foldCase(text.toWellFormed()), (word) => {
      const at = placeIn(word, number);
      word.fields[at] = (word.fields[at] ?? 0) | field;
    });
  }

  #take(folded: string, visit: (word: ScannedWord) => void): number {
    let length = 0;
    forEachToken(folded, (start, end) => {
      length++;
      if (!this.#wanted.mayBe(folded, start, end)) return;
      const word = this.#wordOf(folded.slice(start, end));
      if (word !== undefined) visit(word);
    });
    return length;
  }

  #wordOf(token: string): ScannedWord | undefined {
    const known = this.#known.get(token);
    if (known !== undefined || this.#known.has(token)) return known;
    const bare = withoutAccents(token);
    const word = this.#wanted.wants(bare)
      ? { id: this.found.length, bare, notes: [], times: [], fields: [] }
      : undefined;
    if (word !== undefined) this.found.push(word);
    // A slice would keep the whole text in memory.
    this.#known.set(Buffer.from(token).toString(), word);
    return word;
  }
}

/** Where a word has its note; the last place, since notes come one after the other. */
function placeIn({ notes, times, fields: marks }: ScannedWord, number: number): number {
  const last = notes.length - 1;
  if (notes[last] === number) return last;
  notes.push(number);
  times.push(0);
  marks.push(0);
  return last + 1;
}
