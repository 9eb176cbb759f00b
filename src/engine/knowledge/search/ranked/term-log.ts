import { foldCase } from '../text/letters.ts';
import { endOf, startOf } from '../text/text-block.ts';
import type { NoteFields } from '../types.ts';
import type { WorkMemory } from '../work-memory.ts';
import { detectLanguage } from './languages.ts';
import { fields, PostingsWriter } from './postings.ts';
import { TermTable } from './term-table.ts';
import { forEachToken } from './tokens.ts';

/** A note on its way into a word index. */
export interface SourceNote {
  readonly text: string;
  /** Base name without its ending. */
  readonly name: string;
  readonly fields: NoteFields;
}

/** How often each term is in each note, in the order of the notes. */
export class TermLog {
  readonly terms = new TermTable();
  readonly noteLengths: Uint32Array;
  readonly noteLanguages: Uint8Array;
  readonly incomplete: Uint8Array;
  /** End of each note's entries. */
  readonly #entryEnds: Uint32Array;
  readonly #room: WorkMemory;
  #entryTerms: Uint32Array;
  /** Times and fields: `times * 16 + fields`. */
  #entryValues: Uint32Array;
  #entries = 0;
  #notes = 0;

  constructor(noteCount: number, room: WorkMemory) {
    this.#room = room;
    this.#entryTerms = room.uint32(1 << 12);
    this.#entryValues = room.uint32(1 << 12);
    this.noteLengths = new Uint32Array(noteCount);
    this.noteLanguages = new Uint8Array(noteCount);
    this.incomplete = new Uint8Array(noteCount);
    this.#entryEnds = new Uint32Array(noteCount);
  }

  add({ text, name, fields: marked }: SourceNote): void {
    const note = this.#notes++;
    const firstEntry = this.#entries;
    const folded = foldCase(text);
    let length = 0;
    const complete = this.#take(folded, (entry) => {
      length++;
      this.#entryValues[entry] = (this.#entryValues[entry] ?? 0) + 16;
    });
    const named = this.#mark(name, fields.title);
    for (const heading of marked.headings) this.#mark(heading, fields.heading);
    for (const tag of marked.tags) this.#mark(tag, fields.tag);
    for (const alias of marked.aliases) this.#mark(alias, fields.alias);
    this.noteLengths[note] = length;
    this.noteLanguages[note] = detectLanguage(text);
    this.incomplete[note] = complete && named ? 0 : 1;
    this.terms.forgetEntries(this.#entryTerms, firstEntry, this.#entries);
    this.#entryEnds[note] = this.#entries;
  }

  /** Encoded postings of all terms, in the given order of terms. */
  postings(order: Uint32Array): { bytes: Uint8Array; ends: Uint32Array } {
    const { termEnds, notes, values } = this.#byTerm();
    const writer = new PostingsWriter();
    const ends = new Uint32Array(order.length);
    for (let i = 0; i < order.length; i++) {
      const term = order[i] ?? 0;
      writer.startWord();
      for (let at = startOf(termEnds, term); at < endOf(termEnds, term); at++) {
        const value = values[at] ?? 0;
        writer.add(notes[at] ?? 0, value >>> 4, value & 15);
      }
      ends[i] = writer.end;
    }
    return { bytes: writer.bytes.subarray(0, writer.end), ends };
  }

  /** The entries grouped by term. Notes stay ascending, since the log is in their order. */
  #byTerm(): { termEnds: Uint32Array; notes: Uint32Array; values: Uint32Array } {
    // Holds the size of each group, then its start, and when it is filled its end.
    const termEnds = new Uint32Array(this.terms.count);
    for (let i = 0; i < this.#entries; i++) {
      const term = this.#entryTerms[i] ?? 0;
      termEnds[term] = (termEnds[term] ?? 0) + 1;
    }
    let sum = 0;
    for (let term = 0; term < termEnds.length; term++) {
      const size = termEnds[term] ?? 0;
      termEnds[term] = sum;
      sum += size;
    }
    const notes = this.#room.uint32(this.#entries);
    const values = this.#room.uint32(this.#entries);
    for (let note = 0, i = 0; note < this.#notes; note++) {
      for (; i < endOf(this.#entryEnds, note); i++) {
        const term = this.#entryTerms[i] ?? 0;
        const at = termEnds[term] ?? 0;
        notes[at] = note;
        values[at] = this.#entryValues[i] ?? 0;
        termEnds[term] = at + 1;
      }
    }
    return { termEnds, notes, values };
  }

  #mark(text: string, field: number): boolean {
    return this.#take(foldCase(text.toWellFormed()), (entry) => {
      this.#entryValues[entry] = (this.#entryValues[entry] ?? 0) | field;
    });
  }

  /** Calls `visit` with the note's entry of each token; false when a word was too long for one. */
  #take(folded: string, visit: (entry: number) => void): boolean {
    const { terms } = this;
    return forEachToken(folded, (start, end) => {
      const term = terms.number(folded, start, end);
      let entry = terms.entryOf(term);
      if (entry < 0) {
        entry = this.#addEntry(term);
        terms.setEntry(term, entry);
      }
      visit(entry);
    });
  }

  #addEntry(term: number): number {
    const entry = this.#entries++;
    if (entry === this.#entryTerms.length) {
      this.#entryTerms = this.#doubled(this.#entryTerms);
      this.#entryValues = this.#doubled(this.#entryValues);
    }
    this.#entryTerms[entry] = term;
    return entry;
  }

  #doubled(array: Uint32Array): Uint32Array {
    const larger = this.#room.uint32(array.length * 2);
    larger.set(array);
    return larger;
  }
}
