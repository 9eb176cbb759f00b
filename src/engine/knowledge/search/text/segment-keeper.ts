import { searchLimits } from '../../../../contract/limits.ts';
import { collectGarbageSoon } from '../../../../kit/collect-garbage.ts';
import { ThreadPool } from '../../../../kit/thread-pool.ts';
import { startOf } from '../ranked/lexicon.ts';
import type { NoteFields } from '../types.ts';
import { Rest } from './hits.ts';
import { type LiveSegment, type NoteStore, openNote, type PlacedNote } from './note-store.ts';
import { noteBytes, openSegment } from './segment.ts';
import { packLabel, type SegmentRequest } from './segment-request.ts';

/** The texts that went into a segment of this size are worth giving back. */
const largeBytes = 4 * 1024 * 1024;

/** Makes the memory of a segment, somewhere else. */
export interface SegmentBuilder {
  build(request: SegmentRequest): Promise<SharedArrayBuffer>;
  close(): Promise<void>;
}

/** Builds segments in a thread, which the process does not wait for. */
export function threadedBuilder(): SegmentBuilder {
  const pool = new ThreadPool({
    entry: 'segment-worker',
    threadsMax: 1,
    idleMs: searchLimits.idleMs,
  });
  return {
    build: (request) => pool.run<SharedArrayBuffer>(request, { background: true }),
    close: () => pool.close(new Error('The search is closed.')),
  };
}

/** Puts loose notes into segments and small or thinned-out segments together, in a thread beside us. */
export class SegmentKeeper {
  readonly #store: NoteStore;
  readonly #fieldsOf: (path: string) => NoteFields | undefined;
  readonly #builder: SegmentBuilder;
  #building: Promise<void> | undefined;
  #changedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Why no more segments are made. Without them every search reads all texts: slow, but right. */
  #problem: unknown;

  constructor(
    store: NoteStore,
    builder: SegmentBuilder,
    fieldsOf: (path: string) => NoteFields | undefined,
  ) {
    this.#store = store;
    this.#builder = builder;
    this.#fieldsOf = fieldsOf;
  }

  get problem(): unknown {
    return this.#problem;
  }

  get #stopped(): boolean {
    return this.#closed || this.#problem !== undefined;
  }

  /** Call after each change. */
  changed(): void {
    this.#changedMs = performance.now();
    if (this.#building !== undefined || this.#stopped) return;
    const { loose, looseBytes } = this.#store;
    const isFull =
      looseBytes >= searchLimits.segmentBytesMax || loose.size >= searchLimits.segmentNotesMax;
    if (isFull) this.#start(chooseSources(this.#store));
    else if (this.#timer === undefined) this.#wait(searchLimits.idleMs);
  }

  /** Resolves when every note is in a segment and nothing is left to put together. */
  async settle(): Promise<void> {
    // Somebody waits for the thread now, so the process must not end.
    const awake = setInterval(() => undefined, searchLimits.idleMs);
    try {
      while (!this.#stopped) {
        this.#start(chooseSources(this.#store));
        if (this.#building === undefined) return;
        await this.#building;
      }
    } finally {
      clearInterval(awake);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#builder.close();
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#rest(), ms);
    this.#timer.unref();
  }

  /** A quiet moment: few loose notes are cheap, but none are cheaper. */
  #rest(): void {
    const left = this.#changedMs + searchLimits.idleMs - performance.now();
    this.#timer = undefined;
    if (left > 0) {
      this.#wait(left);
      return;
    }
    const many = this.#store.loose.size > searchLimits.looseNotesUnpackedMax;
    if (many || [...this.#store.segments].some(isThin)) this.#start(chooseSources(this.#store));
  }

  #start(sources: readonly PlacedNote[]): void {
    if (this.#building !== undefined || this.#stopped || sources.length === 0) return;
    this.#building = this.#build(sources)
      .catch((error: unknown) => {
        this.#problem = error;
      })
      .finally(() => {
        this.#building = undefined;
        this.changed();
      });
  }

  async #build(sources: readonly PlacedNote[]): Promise<void> {
    const request = await this.#request(sources);
    const memory = await this.#builder.build(request);
    this.#store.install(openSegment(memory), sources);
    if (memory.byteLength > largeBytes) collectGarbageSoon();
  }

  /** Texts stay where they are; only labels are written, and others go first in between. */
  async #request(sources: readonly PlacedNote[]): Promise<SegmentRequest> {
    const memories = new Map<SharedArrayBuffer, number>();
    const places = new Uint32Array(3 * sources.length);
    const labels: Buffer[] = [];
    const labelEnds = new Uint32Array(sources.length);
    const rest = new Rest(undefined);
    for (const [i, source] of sources.entries()) {
      const { bytes, name, path } = openNote(this.#store.pathOf(source.slot) ?? '', source);
      const { buffer, byteOffset: start, length } = bytes;
      if (!(buffer instanceof SharedArrayBuffer)) throw new TypeError('A text is not shared.');
      const memory = memories.get(buffer) ?? memories.size;
      memories.set(buffer, memory);
      places.set([memory, start, start + length], 3 * i);
      const label = packLabel({ name, fields: this.#fieldsOf(path) });
      labels.push(label);
      labelEnds[i] = (labelEnds[i - 1] ?? 0) + label.length;
      if (rest.isDue()) await rest.take();
    }
    const shared = Buffer.from(new SharedArrayBuffer(labelEnds.at(-1) ?? 0));
    labels.forEach((label, i) => {
      label.copy(shared, startOf(labelEnds, i));
    });
    return { memories: [...memories.keys()], places, labels: shared.buffer, labelEnds };
  }
}

/**
 * The loose notes and every segment that is no larger than what is gathered before it: so sizes
 * grow like powers of two, and a note is put together again only a few times in its life.
 */
export function chooseSources(store: NoteStore): PlacedNote[] {
  const room = { bytes: searchLimits.segmentBytesMax, notes: searchLimits.segmentNotesMax };
  const sources: PlacedNote[] = [];
  let gathered = 0;
  const take = (source: PlacedNote, bytes: number): void => {
    room.bytes -= bytes;
    room.notes -= 1;
    gathered += bytes;
    sources.push(source);
  };
  for (const [slot, loose] of store.loose) {
    const { length } = loose.bytes;
    // A note that fills a segment alone gets one of its own.
    if (sources.length > 0 && (room.bytes < length || room.notes < 1)) return sources;
    take({ slot, loose }, length);
  }
  const bySize = [...store.segments].sort((a, b) => a.liveBytes - b.liveBytes);
  for (const live of bySize) {
    const fits = live.liveBytes <= room.bytes && live.liveNotes <= room.notes;
    const isSmall = sources.length > 0 && live.liveBytes <= 2 * gathered;
    if (!fits || !(isSmall || isThin(live))) continue;
    live.slots.forEach((slot, note) => {
      if (slot >= 0) take({ slot, live, note }, noteBytes(live.segment, note).length);
    });
  }
  return sources;
}

/** More than half of it is dead. */
function isThin({ segment, liveBytes, liveNotes }: LiveSegment): boolean {
  return liveBytes * 2 < segment.text.length || liveNotes * 2 < segment.noteCount;
}
