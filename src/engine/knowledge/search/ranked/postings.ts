/** In which fields of a note a word is, besides the text; bits of one number. */
export const fields = { title: 1, heading: 2, tag: 4, alias: 8 } as const;

/** Notes of one word: their numbers, how often the text has it, and which fields have it. */
export interface Postings {
  count: number;
  readonly notes: Uint32Array;
  readonly times: Uint32Array;
  readonly fields: Uint8Array;
}

let scratch = makePostings(0);

/** Room for the postings of one word; to be used at once, for the next word gets the same. */
export function scratchFor({ noteCount }: { readonly noteCount: number }): Postings {
  if (scratch.notes.length < noteCount) scratch = makePostings(noteCount);
  return scratch;
}

function makePostings(notesMax: number): Postings {
  return {
    count: 0,
    notes: new Uint32Array(notesMax),
    times: new Uint32Array(notesMax),
    fields: new Uint8Array(notesMax),
  };
}

/*
 * One number per note: the distance from the note before it, and in the two lowest bits how it
 * goes on. Most words are once or twice in a note, so most notes take one byte.
 */
const once = 0;
const twice = 1;
const moreFollow = 2;
const fieldsFollow = 3;

/** Writes postings one by one; `write` gives the new end. */
export class PostingsWriter {
  bytes = new Uint8Array(1 << 16);
  end = 0;
  #last = -1;

  /** Starts the list of the next word. */
  startWord(): void {
    this.#last = -1;
  }

  add(note: number, times: number, inFields: number): void {
    if (this.end + 16 > this.bytes.length) this.#grow();
    const code =
      inFields > 0 ? fieldsFollow : times === 1 ? once : times === 2 ? twice : moreFollow;
    this.#write(((note - this.#last) << 2) | code);
    if (code >= moreFollow) this.#write(times);
    if (code === fieldsFollow) this.#write(inFields);
    this.#last = note;
  }

  #write(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.end++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.end++] = rest;
  }

  #grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Reads the list between two offsets into `into`. */
export function readPostings(bytes: Uint8Array, start: number, end: number, into: Postings): void {
  let at = start;
  let note = -1;
  let count = 0;
  const read = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < end) {
    const head = read();
    const code = head & 3;
    note += head >>> 2;
    into.notes[count] = note;
    into.times[count] = code < moreFollow ? code + 1 : read();
    into.fields[count] = code === fieldsFollow ? read() : 0;
    count++;
  }
  into.count = count;
}
