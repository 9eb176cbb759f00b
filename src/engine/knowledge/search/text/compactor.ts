import { searchLimits } from '../../../../contract/limits.ts';
import { collectGarbageSoon } from '../../../../kit/collect-garbage.ts';
import { type Debounced, debounce } from '../../../../kit/debounce.ts';
import type { Analyser, Analysis, AnalysisRequest, NoteTexts } from './analysis.ts';
import { type LiveBlock, type NoteStore, openNote, type PlacedNote } from './note-store.ts';
import { titleOf } from './stored-note.ts';
import { openTextBlock, startOf, textSize } from './text-block.ts';
import { openWords } from './word-index.ts';

/**
 * Another thread is started for this many bytes of texts. Each compiles the scanner for itself, which
 * takes as much CPU time as scanning some ten megabytes, so a second thread does not pay earlier.
 */
const threadBytesMin = 32 * 1024 * 1024;

/** The texts that went into a block of this size are worth giving back. */
const largeBytes = 4 * 1024 * 1024;

export interface CompactorOptions {
  readonly store: NoteStore;
  readonly analyser: Analyser;
  /** The notes of a block have been scanned; these are their packed facts. */
  readonly onFacts: (block: LiveBlock, facts: Uint8Array) => void;
  /** A block has got its words. */
  readonly onWords: (block: LiveBlock) => void;
}

/** Has blocks scanned and indexed, and puts loose notes and thinned-out blocks together, in threads. */
export class Compactor {
  readonly #options: CompactorOptions;
  readonly #compactSoon: Debounced;
  /** Blocks that were scanned, or will be. */
  readonly #scanned = new WeakSet<LiveBlock>();
  readonly #unscanned: LiveBlock[] = [];
  readonly #scanners = new Set<Promise<void>>();
  #indexing: Promise<void> | undefined;
  #joining: Promise<void> | undefined;
  #isClosed = false;
  /** Why nothing more is indexed. Without words every search reads all texts: slow, but right. */
  #problem: unknown;

  constructor(options: CompactorOptions) {
    this.#options = options;
    const { idleMs } = searchLimits;
    this.#compactSoon = debounce(() => this.#compactIdle(), idleMs, 10 * idleMs);
  }

  get #isStopped(): boolean {
    return this.#isClosed || this.#problem !== undefined;
  }

  /** Call after each change. */
  changed(): void {
    if (this.#isStopped) return;
    const { loose, looseBytes } = this.#options.store;
    const isFull =
      looseBytes >= searchLimits.blockBytesMax || loose.size >= searchLimits.blockNotesMax;
    if (isFull) this.#join();
    else this.#compactSoon();
  }

  /** Scans blocks for facts, where this was not begun before. Resolves when all have been tried. */
  async scan(blocks: readonly LiveBlock[]): Promise<void> {
    for (const block of blocks) {
      if (block.words !== undefined || this.#scanned.has(block)) continue;
      this.#scanned.add(block);
      this.#unscanned.push(block);
    }
    const bytes = this.#unscanned.reduce((sum, { liveBytes }) => sum + liveBytes, 0);
    const wanted = Math.max(1, Math.floor(bytes / threadBytesMin));
    while (this.#scanners.size < Math.min(wanted, this.#options.analyser.threads)) {
      const scanner = this.#scanAll().finally(() => this.#scanners.delete(scanner));
      this.#scanners.add(scanner);
    }
    await Promise.all(this.#scanners);
  }

  /** Makes the words of every block that has none. Resolves when all have been tried. */
  indexBlocks(): Promise<void> {
    // Words are less urgent than facts, and one thread takes less memory than two.
    this.#indexing ??= this.#indexAll().finally(() => {
      this.#indexing = undefined;
    });
    return this.#indexing;
  }

  /** Resolves when every note is in a block with words and nothing is left to put together. */
  async settle(): Promise<void> {
    while (!this.#isStopped) {
      await awake(this.indexBlocks());
      this.#join();
      if (this.#joining === undefined) return;
      await awake(this.#joining);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#compactSoon.cancel();
    await this.#options.analyser.close();
  }

  /** Runs when no change came for a while. A few loose notes are not worth a block. */
  #compactIdle(): void {
    const { loose, blocks } = this.#options.store;
    const isWorthIt = loose.size > searchLimits.looseNotesUnpackedMax || [...blocks].some(isThin);
    if (isWorthIt) this.#join();
  }

  async #scanAll(): Promise<void> {
    for (let block = this.#unscanned.shift(); block; block = this.#unscanned.shift()) {
      await this.#scan(block);
    }
  }

  async #scan(block: LiveBlock): Promise<void> {
    if (block.facts !== undefined) return;
    const request = toRequest(this.#options.store, block);
    const analysis = await this.#analyse({ ...request, wantsWords: false }, false);
    if (analysis !== undefined) this.#takeFacts(block, analysis.facts);
  }

  async #indexAll(): Promise<void> {
    const unindexed = [...this.#options.store.blocks].filter(({ words }) => words === undefined);
    for (const block of unindexed) await this.#index(block);
  }

  async #index(block: LiveBlock): Promise<void> {
    const { store, onWords } = this.#options;
    const { facts } = block;
    const request = toRequest(store, block);
    const analysis = await this.#analyse({ ...request, facts, wantsWords: true }, true);
    const words = analysis?.words && openWords(analysis.words);
    if (analysis === undefined || words === undefined) return;
    if (facts === undefined) this.#takeFacts(block, analysis.facts);
    store.setWords(block, words);
    onWords(block);
  }

  #takeFacts(block: LiveBlock, facts: Uint8Array): void {
    block.facts = facts;
    this.#options.onFacts(block, facts);
  }

  #join(): void {
    if (this.#joining !== undefined || this.#isStopped) return;
    const sources = chooseSources(this.#options.store);
    if (sources.length === 0) return;
    this.#joining = this.#joinAll(sources).finally(() => {
      this.#joining = undefined;
      this.changed();
    });
  }

  async #joinAll(sources: readonly PlacedNote[]): Promise<void> {
    const { store, onFacts, onWords } = this.#options;
    const request = toJoinRequest(store, sources);
    const analysis = await this.#analyse(request, true);
    const texts = analysis?.texts && openTextBlock(analysis.texts, sizesIn(request));
    const words = analysis?.words && openWords(analysis.words);
    if (analysis === undefined || texts === undefined || words === undefined) return;
    const block = store.replace(texts, words, sources);
    onFacts(block, analysis.facts);
    onWords(block);
    if (texts.memory.byteLength > largeBytes) collectGarbageSoon();
  }

  /** Undefined when the search was closed, or the analysis failed. */
  async #analyse(request: AnalysisRequest, isBackground: boolean): Promise<Analysis | undefined> {
    if (this.#isStopped) return undefined;
    try {
      const analysis = await this.#options.analyser.run(request, isBackground);
      return this.#isClosed ? undefined : analysis;
    } catch (thrown) {
      this.#problem = thrown;
      return undefined;
    }
  }
}

/** Keeps the process alive until the work is done: background threads alone do not. */
async function awake(work: Promise<void>): Promise<void> {
  const timer = setInterval(() => undefined, searchLimits.idleMs);
  await work.finally(() => clearInterval(timer));
}

/** All notes of a block. Removed ones count as empty, so that the numbers of the rest stay the same. */
function toRequest(
  store: NoteStore,
  { texts, slots }: LiveBlock,
): NoteTexts & { readonly wantsTexts: false } {
  const places = new Uint32Array(3 * slots.length);
  const names = Array.from(slots, (slot, note) => {
    const path = store.pathOf(slot);
    const start = startOf(texts.ends, note);
    places.set([0, start, path === undefined ? start : start + textSize(texts, note)], 3 * note);
    return titleOf(path ?? '');
  });
  return { memories: [texts.memory], places, names, wantsTexts: false };
}

function toJoinRequest(store: NoteStore, sources: readonly PlacedNote[]): AnalysisRequest {
  const memories = new Map<SharedArrayBuffer, number>();
  const places = new Uint32Array(3 * sources.length);
  const names = sources.map((source, i) => {
    const { bytes, name } = openNote(store.pathOf(source.slot) ?? '', source);
    const { buffer, byteOffset: start, length } = bytes;
    if (!(buffer instanceof SharedArrayBuffer)) throw new TypeError('A text is not shared.');
    const memory = memories.get(buffer) ?? memories.size;
    memories.set(buffer, memory);
    places.set([memory, start, start + length], 3 * i);
    return name;
  });
  return { memories: [...memories.keys()], places, names, wantsWords: true, wantsTexts: true };
}

function sizesIn({ places, names }: NoteTexts): number[] {
  return names.map((_, i) => (places[3 * i + 2] ?? 0) - (places[3 * i + 1] ?? 0));
}

/**
 * The loose notes and every block that is no larger than what is gathered before it: so sizes
 * grow like powers of two, and a note is put together again only a few times in its life.
 */
export function chooseSources(store: NoteStore): PlacedNote[] {
  const room = { bytes: searchLimits.blockBytesMax, notes: searchLimits.blockNotesMax };
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
    // A note that fills a block alone gets one of its own.
    if (sources.length > 0 && (room.bytes < length || room.notes < 1)) return sources;
    take({ slot, loose }, length);
  }
  const bySize = [...store.blocks].sort((a, b) => a.liveBytes - b.liveBytes);
  for (const live of bySize) {
    // One without words is being indexed, or will be.
    if (live.words === undefined) continue;
    const fits = live.liveBytes <= room.bytes && live.liveNotes <= room.notes;
    const isSmall = sources.length > 0 && live.liveBytes <= 2 * gathered;
    if (!fits || !(isSmall || isThin(live))) continue;
    live.slots.forEach((slot, note) => {
      if (slot >= 0) take({ slot, live, note }, textSize(live.texts, note));
    });
  }
  return sources;
}

/** More than half of it is dead. */
function isThin({ texts, liveBytes, liveNotes }: LiveBlock): boolean {
  return liveBytes * 2 < texts.bytes.length || liveNotes * 2 < texts.ends.length;
}
