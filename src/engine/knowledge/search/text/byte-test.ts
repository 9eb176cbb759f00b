import { bytesOf, type Condition } from '../core/condition.ts';
import type { PlacedNote } from './note-store.ts';
import type { Segment } from './segment.ts';

/**
 * Says at a glance that a note of a segment has what is looked for, without opening it: the texts
 * of a segment lie one after the other, so one search leads from note to note. False is no answer.
 */
export function byteTest(condition: Condition): (hit: PlacedNote) => boolean {
  const isInText = condition.type === 'needle' && condition.subject !== 'name';
  const wanted = isInText ? bytesOf(condition.needle) : undefined;
  if (wanted === undefined) return () => false;
  const finders = new Map<Segment, Finder[]>();
  return (hit) => {
    if (!('live' in hit)) return false;
    const { segment } = hit.live;
    let known = finders.get(segment);
    if (known === undefined) {
      known = wanted.map((bytes) => new Finder(segment.text, bytes));
      finders.set(segment, known);
    }
    const from = hit.note === 0 ? 0 : (segment.noteEnds[hit.note - 1] ?? 0);
    const to = segment.noteEnds[hit.note] ?? from;
    return known.some((finder) => finder.isWithin(from, to));
  };
}

/** Looks for bytes from place to place, and remembers where they come next. */
class Finder {
  readonly #text: Buffer;
  readonly #wanted: Buffer;
  #soughtFrom = Number.POSITIVE_INFINITY;
  #found = -1;

  constructor(text: Buffer, wanted: Buffer) {
    this.#text = text;
    this.#wanted = wanted;
  }

  isWithin(from: number, to: number): boolean {
    if (from < this.#soughtFrom || from > this.#found) {
      const found = this.#text.indexOf(this.#wanted, from);
      this.#soughtFrom = from;
      this.#found = found === -1 ? this.#text.length : found;
    }
    return this.#found + this.#wanted.length <= to;
  }
}
