/** Numbers the distinct words of many texts without making a string of each. */
export class TermTable {
  count = 0;
  /** Hash table of term numbers plus one; zero is free. */
  #table = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 11);
  #ends = new Uint32Array(1 << 11);
  #units = new Uint16Array(1 << 14);
  /** The entry of each term in the note at hand, plus one. */
  #entries = new Int32Array(1 << 11);

  /** The number of the term in `text` from `start` to `end`. */
  number(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const term = (this.#table[at] ?? 0) - 1;
      if (term < 0) return this.#add(text, start, end, hash, at);
      if (this.#hashes[term] === hash && this.#isTerm(term, text, start, end)) return term;
    }
  }

  /** The entry of a term in the note at hand, or -1. */
  entryOf(term: number): number {
    return (this.#entries[term] ?? 0) - 1;
  }

  setEntry(term: number, entry: number): void {
    this.#entries[term] = entry + 1;
  }

  /** The note at hand is done. */
  forgetEntries(entryTerms: Uint32Array, first: number, end: number): void {
    for (let i = first; i < end; i++) this.#entries[entryTerms[i] ?? 0] = 0;
  }

  /** All terms in UTF-8, one character per byte, so that they sort by their bytes. */
  byteStrings(): string[] {
    const keys: string[] = [];
    const all = Buffer.from(this.#units.buffer);
    for (let term = 0, start = 0; term < this.count; term++) {
      const end = this.#ends[term] ?? 0;
      const key = all.toString('utf16le', start * 2, end * 2);
      keys.push(/[^\u0000-\u007f]/.test(key) ? Buffer.from(key).toString('latin1') : key);
      start = end;
    }
    return keys;
  }

  #add(text: string, start: number, end: number, hash: number, at: number): number {
    const term = this.count++;
    const from = this.#startOf(term);
    this.#units = withRoom(this.#units, from + end - start, Uint16Array);
    for (let i = start; i < end; i++) this.#units[from + i - start] = text.charCodeAt(i);
    this.#hashes = withRoom(this.#hashes, term + 1, Int32Array);
    this.#ends = withRoom(this.#ends, term + 1, Uint32Array);
    this.#entries = withRoom(this.#entries, term + 1, Int32Array);
    this.#hashes[term] = hash;
    this.#ends[term] = from + end - start;
    this.#table[at] = term + 1;
    if (this.count * 2 > this.#table.length) this.#rehash();
    return term;
  }

  #isTerm(term: number, text: string, start: number, end: number): boolean {
    const from = this.#startOf(term);
    if ((this.#ends[term] ?? 0) - from !== end - start) return false;
    for (let i = start; i < end; i++) {
      if (this.#units[from + i - start] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  #startOf(term: number): number {
    return term === 0 ? 0 : (this.#ends[term - 1] ?? 0);
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let term = 0; term < this.count; term++) {
      let at = (this.#hashes[term] ?? 0) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = term + 1;
    }
    this.#table = table;
  }
}

interface Numbers<T> {
  readonly length: number;
  set(from: T): void;
}

/** The same array, or a larger one with the same content. */
function withRoom<T extends Numbers<T>>(
  array: T,
  length: number,
  Kind: new (length: number) => T,
): T {
  if (length <= array.length) return array;
  const larger = new Kind(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
