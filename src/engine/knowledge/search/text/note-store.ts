import { isAscii, isUtf8 } from 'node:buffer';
import { isWithin } from '../../../../contract/paths.ts';
import { PathOrder } from './path-order.ts';
import { StoredNote, titleOf } from './stored-note.ts';
import { TextArena } from './text-arena.ts';
import { type TextBlock, textBytes, textSize } from './text-block.ts';
import type { WordIndex } from './word-index.ts';

/** A block of texts, and which of them are still the newest version of their notes. */
export interface LiveBlock {
  readonly texts: TextBlock;
  /** Undefined until it is made: then searches read every text. */
  words: WordIndex | undefined;
  /** What the notes say, packed, from the time they were scanned until their words are indexed. */
  facts: Uint8Array | undefined;
  /** The number of each note in the store, or -1 when it is gone. */
  readonly slots: Int32Array;
  liveNotes: number;
  liveBytes: number;
}

/** A note that is in no block yet. Its text is in shared memory, too. */
export interface LooseNote {
  readonly bytes: Buffer;
  readonly ascii: boolean;
}

/** Where a note's newest version is. */
export type NotePlace =
  | { readonly live: LiveBlock; readonly note: number }
  | { readonly loose: LooseNote };

/** One version of a note, and the number of the note. */
export type PlacedNote = NotePlace & { readonly slot: number };

/** All notes' texts: most in blocks, the latest ones loose. Every note has a number, its slot. */
export class NoteStore {
  readonly blocks = new Set<LiveBlock>();
  readonly loose = new Map<number, LooseNote>();
  readonly order = new PathOrder((slot) => this.#paths[slot]);
  looseBytes = 0;
  /** Another number whenever something changed about notes that no word index knows. */
  unindexedVersion = 0;
  bytes = 0;
  readonly #paths: (string | undefined)[] = [];
  /** Slots by path. */
  readonly #slots = new Map<string, number>();
  readonly #homes: (LiveBlock | undefined)[] = [];
  readonly #locals: number[] = [];
  readonly #free: number[] = [];
  readonly #arena = new TextArena();
  #readers = 0;

  get count(): number {
    return this.#slots.size;
  }

  pathOf(slot: number): string | undefined {
    return this.#paths[slot];
  }

  slotOf(path: string): number | undefined {
    return this.#slots.get(path);
  }

  set(path: string, bytes: Buffer): void {
    const known = this.#slots.get(path);
    const slot = known ?? this.#newSlot(path);
    if (known !== undefined) this.#leave(slot);
    const ascii = isAscii(bytes);
    // What is no UTF-8 reads as replacement characters, and is kept as it reads.
    const readable = ascii || isUtf8(bytes) ? bytes : Buffer.from(bytes.toString('utf8'));
    const isShared = readable.buffer instanceof SharedArrayBuffer;
    this.#putLoose(slot, { bytes: isShared ? readable : this.#arena.add(readable), ascii });
  }

  remove(path: string): boolean {
    const slot = this.#slots.get(path);
    if (slot === undefined) return false;
    this.#leave(slot);
    this.#slots.delete(path);
    this.#paths[slot] = undefined;
    this.#free.push(slot);
    this.order.remove();
    return true;
  }

  rename(from: string, to: string): void {
    const slot = this.#slots.get(from);
    if (slot === undefined || from === to) return;
    this.remove(to);
    this.#slots.delete(from);
    this.#slots.set(to, slot);
    this.#paths[slot] = to;
    this.order.remove();
    this.order.add(slot);
    // The name is part of what a word index knows of a note.
    if (titleOf(from) !== titleOf(to)) this.#loosen(slot);
  }

  removeFolder(folder: string): void {
    for (const path of [...this.#slots.keys()]) if (isWithin(path, folder)) this.remove(path);
  }

  renameFolder(from: string, to: string): void {
    if (from === to) return;
    const moved = [...this.#slots.keys()].filter((path) => isWithin(path, from));
    const targets = new Map(moved.map((path) => [path, to + path.slice(from.length)]));
    for (const target of targets.values()) if (!targets.has(target)) this.remove(target);
    const slots = moved.map((path) => this.#slots.get(path) ?? -1);
    for (const path of moved) this.#slots.delete(path);
    moved.forEach((path, i) => {
      const slot = slots[i] ?? -1;
      const target = targets.get(path) ?? path;
      this.#slots.set(target, slot);
      this.#paths[slot] = target;
    });
    for (const slot of slots) this.order.add(slot);
  }

  /** The newest version of a note. */
  placeOf(slot: number): NotePlace | undefined {
    const live = this.#homes[slot];
    if (live !== undefined) return { live, note: this.#locals[slot] ?? 0 };
    const loose = this.loose.get(slot);
    return loose === undefined ? undefined : { loose };
  }

  noteAt(slot: number): StoredNote | undefined {
    const path = this.#paths[slot];
    const place = this.placeOf(slot);
    return path === undefined || place === undefined ? undefined : openNote(path, place);
  }

  /** Moves notes into a new block that was made of them, except those that changed since. */
  replace(texts: TextBlock, words: WordIndex, sources: readonly PlacedNote[]): LiveBlock {
    const live = emptyBlock(texts, words);
    sources.forEach((source, note) => {
      if (!this.#isNewest(source)) return;
      this.#leave(source.slot);
      this.#settleIn(live, note, source.slot);
    });
    if (live.liveNotes > 0) this.blocks.add(live);
    if (this.loose.size === 0) this.#arena.clear();
    return live;
  }

  /** Adds a block of new texts with the path of each; those that are known, or have no path, are left out. */
  add(
    texts: TextBlock,
    words: WordIndex | undefined,
    paths: readonly (string | undefined)[],
  ): LiveBlock {
    const live = emptyBlock(texts, words);
    for (const [note, path] of paths.entries()) {
      if (path === undefined || this.#slots.has(path)) continue;
      this.#settleIn(live, note, this.#newSlot(path));
    }
    if (live.liveNotes > 0) this.blocks.add(live);
    this.unindexedVersion++;
    return live;
  }

  /** A block is indexed from now on. */
  setWords(live: LiveBlock, words: WordIndex): void {
    live.words = words;
    live.facts = undefined;
    this.unindexedVersion++;
  }

  /** Notes that no word index knows: loose ones, and those of blocks that are not indexed yet. */
  *unindexed(): Generator<PlacedNote, void> {
    for (const [slot, loose] of this.loose) yield { slot, loose };
    for (const live of this.blocks) {
      if (live.words !== undefined) continue;
      for (const [note, slot] of live.slots.entries()) if (slot >= 0) yield { slot, live, note };
    }
  }

  /** While a search reads, no slot is reused for another note. */
  startReading(): () => void {
    this.#readers++;
    return () => {
      this.#readers--;
    };
  }

  #settleIn(live: LiveBlock, note: number, slot: number): void {
    const size = textSize(live.texts, note);
    this.#homes[slot] = live;
    this.#locals[slot] = note;
    live.slots[note] = slot;
    live.liveNotes++;
    live.liveBytes += size;
    this.bytes += size;
  }

  #newSlot(path: string): number {
    const slot = (this.#readers === 0 ? this.#free.pop() : undefined) ?? this.#paths.length;
    this.#paths[slot] = path;
    this.#slots.set(path, slot);
    this.order.add(slot);
    return slot;
  }

  #isNewest(placed: PlacedNote): boolean {
    const { slot } = placed;
    if ('loose' in placed) return this.loose.get(slot) === placed.loose;
    return this.#homes[slot] === placed.live && this.#locals[slot] === placed.note;
  }

  /** Even a loose note becomes another one, so that a block in the making is not taken for it. */
  #loosen(slot: number): void {
    const note = this.noteAt(slot);
    if (note === undefined) return;
    this.#leave(slot);
    this.#putLoose(slot, { bytes: note.bytes, ascii: note.ascii });
  }

  #putLoose(slot: number, note: LooseNote): void {
    this.loose.set(slot, note);
    this.unindexedVersion++;
    this.looseBytes += note.bytes.length;
    this.bytes += note.bytes.length;
  }

  /** Forgets where the newest version is. */
  #leave(slot: number): void {
    const loose = this.loose.get(slot);
    if (loose !== undefined) {
      this.loose.delete(slot);
      this.unindexedVersion++;
      this.looseBytes -= loose.bytes.length;
      this.bytes -= loose.bytes.length;
      return;
    }
    const live = this.#homes[slot];
    if (live === undefined) return;
    const note = this.#locals[slot] ?? 0;
    const size = textSize(live.texts, note);
    live.slots[note] = -1;
    if (live.words === undefined) this.unindexedVersion++;
    live.liveNotes--;
    live.liveBytes -= size;
    this.bytes -= size;
    this.#homes[slot] = undefined;
    if (live.liveNotes === 0) this.blocks.delete(live);
  }
}

function emptyBlock(texts: TextBlock, words: WordIndex | undefined): LiveBlock {
  const slots = new Int32Array(texts.ends.length).fill(-1);
  return { texts, words, facts: undefined, slots, liveNotes: 0, liveBytes: 0 };
}

/** A note's text, without a copy. */
export function openNote(path: string, place: NotePlace): StoredNote {
  if ('loose' in place) return new StoredNote(path, place.loose.bytes, place.loose.ascii);
  return openInBlock(path, place.live.texts, place.note);
}

export function openInBlock(path: string, texts: TextBlock, note: number): StoredNote {
  return new StoredNote(path, textBytes(texts, note), texts.ascii[note] === 1);
}
