import type { NumberedSegment } from '../ranked/ranked-search.ts';
import type { NoteFields } from '../types.ts';
import type { NoteStore } from './note-store.ts';
import { openNote } from './note-store.ts';
import { buildSegment } from './segment-builder.ts';

/** The few loose notes as a segment of their own, made again only when they have changed. */
export class LooseSegment {
  readonly #store: NoteStore;
  readonly #fieldsOf: (path: string) => NoteFields | undefined;
  #made: { readonly version: number; readonly segment: NumberedSegment } | undefined;

  constructor(store: NoteStore, fieldsOf: (path: string) => NoteFields | undefined) {
    this.#store = store;
    this.#fieldsOf = fieldsOf;
  }

  get(): NumberedSegment {
    const version = this.#store.looseVersion;
    if (this.#made?.version !== version) this.#made = { version, segment: this.#make() };
    return this.#made.segment;
  }

  #make(): NumberedSegment {
    const slots = [...this.#store.loose.keys()];
    const notes = [...this.#store.loose].map(([slot, loose]) => {
      const { path, name, bytes } = openNote(this.#store.pathOf(slot) ?? '', { loose });
      return { bytes, name, fields: this.#fieldsOf(path) };
    });
    return { segment: buildSegment(notes), slots: Int32Array.from(slots) };
  }
}
