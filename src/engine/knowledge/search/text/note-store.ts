import { isAscii, isUtf8 } from 'node:buffer';
import { isWithin } from '../../../../contract/paths.ts';
import { PathOrder } from './path-order.ts';
import { asciiFlag, noteBytes, noteSize, type Segment } from './segment.ts';
import { StoredNote, titleOf } from './stored-note.ts';
import { TextArena } from './text-arena.ts';

/** A segment and which of its notes are still the newest version of theirs. */
export interface LiveSegment {
  readonly segment: Segment;
  /** The number of each note in the store, or -1 when it is gone. */
  readonly slots: Int32Array;
  liveNotes: number;
  liveBytes: number;
}

/** A note that is in no segment yet. Its text is in shared memory, too. */
export interface LooseNote {
  readonly bytes: Buffer;
  readonly ascii: boolean;
}

/** Where a note's newest version is. */
export type NotePlace =
  | { readonly live: LiveSegment; readonly note: number }
  | { readonly loose: LooseNote };

/** One version of a note, and the number of the note. */
export type PlacedNote = NotePlace & { readonly slot: number };

/** All notes' texts: most in segments, the latest ones loose. Every note has a number, its slot. */
export class NoteStore {
  readonly segments = new Set<LiveSegment>();
  readonly loose = new Map<number, LooseNote>();
  readonly order = new PathOrder((slot) => this.#paths[slot]);
  looseBytes = 0;
  /** Another number whenever a loose note came or went. */
  looseVersion = 0;
  bytes = 0;
  readonly #paths: (string | undefined)[] = [];
  readonly #known = new Map<string, number>();
  /** Slots up to here are known by their paths; searches need no paths of the others. */
  #knownEnd = 0;
  readonly #homes: (LiveSegment | undefined)[] = [];
  readonly #locals: number[] = [];
  readonly #free: number[] = [];
  readonly #arena = new TextArena();
  #readers = 0;

  /** Slots by path. */
  get #slots(): Map<string, number> {
    if (this.#knownEnd < this.#paths.length) this.#learnPaths();
    return this.#known;
  }

  get count(): number {
    return this.#slots.size;
  }

  /** Beyond every slot in use. */
  get slotsEnd(): number {
    return this.#paths.length;
  }

  pathOf(slot: number): string | undefined {
    return this.#paths[slot];
  }

  slotOf(path: string): number | undefined {
    return this.#slots.get(path);
  }

  paths(): IterableIterator<string> {
    return this.#slots.keys();
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
    // The name is part of what a segment knows of a note.
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
    this.order.reset(this.#slots.values());
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

  /** Takes in a finished segment; notes that changed since its sources were read stay as they are. */
  install(segment: Segment, sources: readonly PlacedNote[]): void {
    const live = emptyLive(segment);
    sources.forEach((source, note) => {
      if (!this.#isNewest(source)) return;
      this.#leave(source.slot);
      this.#settleIn(live, note, source.slot, noteSize(segment, note));
    });
    if (live.liveNotes > 0) this.segments.add(live);
    if (this.loose.size === 0) this.#arena.clear();
  }

  /**
   * Takes in a segment of an earlier process, with the path of each of its notes. Notes that are
   * known already, or not wanted by their number there and their size, stay out.
   */
  adopt(
    segment: Segment,
    paths: readonly (string | undefined)[],
    isWanted: (note: number, bytes: number) => boolean,
  ): void {
    const live = emptyLive(segment);
    const count = Math.min(paths.length, segment.noteCount);
    // At a start there are only such segments, and no note is in two of them.
    const isStart = this.#known.size === 0;
    let start = 0;
    for (let note = 0; note < count; note++) {
      const path = paths[note];
      const end = segment.noteEnds[note] ?? start;
      const size = end - start;
      start = end;
      if (path === undefined || !isWanted(note, size)) continue;
      if (isStart) this.#settleIn(live, note, this.#unknownSlot(path), size);
      else if (!this.#slots.has(path)) this.#settleIn(live, note, this.#newSlot(path), size);
    }
    if (live.liveNotes > 0) this.segments.add(live);
  }

  /** While somebody reads, no number is given to another note. */
  startReading(): () => void {
    this.#readers++;
    return () => {
      this.#readers--;
    };
  }

  #settleIn(live: LiveSegment, note: number, slot: number, size: number): void {
    this.#homes[slot] = live;
    this.#locals[slot] = note;
    live.slots[note] = slot;
    live.liveNotes++;
    live.liveBytes += size;
    this.bytes += size;
  }

  #newSlot(path: string): number {
    const slots = this.#slots;
    const slot = (this.#readers === 0 ? this.#free.pop() : undefined) ?? this.#paths.length;
    this.#paths[slot] = path;
    slots.set(path, slot);
    this.#knownEnd = this.#paths.length;
    this.order.add(slot);
    return slot;
  }

  /** A slot that is not found by its path yet. */
  #unknownSlot(path: string): number {
    const slot = this.#paths.push(path) - 1;
    this.order.add(slot);
    return slot;
  }

  #learnPaths(): void {
    for (; this.#knownEnd < this.#paths.length; this.#knownEnd++) {
      const path = this.#paths[this.#knownEnd];
      if (path !== undefined) this.#known.set(path, this.#knownEnd);
    }
  }

  #isNewest(placed: PlacedNote): boolean {
    const { slot } = placed;
    if ('loose' in placed) return this.loose.get(slot) === placed.loose;
    return this.#homes[slot] === placed.live && this.#locals[slot] === placed.note;
  }

  /** Even a loose note becomes another one, so that a segment in the making is not taken for it. */
  #loosen(slot: number): void {
    const note = this.noteAt(slot);
    if (note === undefined) return;
    this.#leave(slot);
    this.#putLoose(slot, { bytes: note.bytes, ascii: note.ascii });
  }

  #putLoose(slot: number, note: LooseNote): void {
    this.loose.set(slot, note);
    this.looseVersion++;
    this.looseBytes += note.bytes.length;
    this.bytes += note.bytes.length;
  }

  /** Forgets where the newest version is. */
  #leave(slot: number): void {
    const loose = this.loose.get(slot);
    if (loose !== undefined) {
      this.loose.delete(slot);
      this.looseVersion++;
      this.looseBytes -= loose.bytes.length;
      this.bytes -= loose.bytes.length;
      return;
    }
    const live = this.#homes[slot];
    if (live === undefined) return;
    const note = this.#locals[slot] ?? 0;
    const size = noteSize(live.segment, note);
    live.slots[note] = -1;
    live.liveNotes--;
    live.liveBytes -= size;
    this.bytes -= size;
    this.#homes[slot] = undefined;
    if (live.liveNotes === 0) this.segments.delete(live);
  }
}

function emptyLive(segment: Segment): LiveSegment {
  const slots = new Int32Array(segment.noteCount).fill(-1);
  return { segment, slots, liveNotes: 0, liveBytes: 0 };
}

/** A note's text, without a copy. */
export function openNote(path: string, place: NotePlace): StoredNote {
  if ('loose' in place) return new StoredNote(path, place.loose.bytes, place.loose.ascii);
  return openInSegment(path, place.live.segment, place.note);
}

export function openInSegment(path: string, segment: Segment, note: number): StoredNote {
  const ascii = ((segment.noteFlags[note] ?? 0) & asciiFlag) !== 0;
  return new StoredNote(path, noteBytes(segment, note), ascii);
}
