import { scanNote } from '../../../text/markdown/scan.ts';
import { buildWords } from '../text/build-words.ts';
import { type NoteStore, openNote } from '../text/note-store.ts';
import { openTextBlock } from '../text/text-block.ts';
import { openWords } from '../text/word-index.ts';
import { fieldsOf } from './note-fields.ts';
import type { RankedBlock } from './ranked-search.ts';

/** The few notes that no word index knows as a block of their own, made again when they have changed. */
export class LooseWords {
  readonly #store: NoteStore;
  #made: { readonly version: number; readonly block: RankedBlock } | undefined;

  constructor(store: NoteStore) {
    this.#store = store;
  }

  get(): RankedBlock {
    const version = this.#store.unindexedVersion;
    if (this.#made?.version !== version) this.#made = { version, block: this.#make() };
    return this.#made.block;
  }

  #make(): RankedBlock {
    const placed = [...this.#store.unindexed()];
    const notes = placed.map((one) => openNote(this.#store.pathOf(one.slot) ?? '', one));
    const sources = notes.map(({ name, text }) => ({
      name,
      text,
      fields: fieldsOf(scanNote(text)),
    }));
    const sizes = notes.map(({ bytes }) => bytes.length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const memory = new SharedArrayBuffer(bytes);
    const all = Buffer.from(memory);
    let end = 0;
    for (const note of notes) end += note.bytes.copy(all, end);
    const texts = openTextBlock(memory, sizes);
    const words = openWords(buildWords({ count: sources.length, bytes, notes: sources }));
    if (texts === undefined || words === undefined)
      throw new TypeError('Just made, so it is whole.');
    return { texts, words, slots: Int32Array.from(placed, ({ slot }) => slot) };
  }
}
