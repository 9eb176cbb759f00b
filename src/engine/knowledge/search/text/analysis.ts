import { availableParallelism } from 'node:os';
import { searchLimits } from '../../../../contract/limits.ts';
import { ThreadPool } from '../../../../kit/thread-pool.ts';

/** Some notes, all of them in shared memory. */
export interface NoteTexts {
  readonly memories: readonly SharedArrayBuffer[];
  /** For each note the number of the memory that has its text, where it starts and where it ends. */
  readonly places: Uint32Array;
  /** What the notes are called. */
  readonly names: readonly string[];
}

/** What a thread is asked to make of notes. */
export interface AnalysisRequest extends NoteTexts {
  /** What the notes say, as an earlier analysis has packed it; absent when they are to be scanned. */
  readonly facts?: Uint8Array | undefined;
  readonly wantsWords: boolean;
  /** Whether the texts are to be put together in a memory of their own. */
  readonly wantsTexts: boolean;
}

export interface Analysis {
  /** All that the notes say, packed; it means nothing to search. */
  readonly facts: Uint8Array;
  /** The memory of their word index, if the request wants words. */
  readonly words: SharedArrayBuffer | undefined;
  /** The texts one after the other, if the request wants texts. */
  readonly texts: SharedArrayBuffer | undefined;
}

/** Analyses notes, usually in other threads. */
export interface Analyser {
  /** How many requests are worked on at once. */
  readonly threads: number;
  /** The process may end before work in the background does. */
  run(request: AnalysisRequest, isBackground: boolean): Promise<Analysis>;
  close(): Promise<void>;
}

/** Analyses notes in threads. */
export function threadedAnalyser(): Analyser {
  const threads = Math.min(2, availableParallelism());
  const pool = new ThreadPool({
    entry: 'analysis-worker',
    threadsMax: threads,
    idleMs: searchLimits.idleMs,
  });
  return {
    threads,
    run: (request, background) => pool.run<Analysis>(request, { background }),
    close: () => pool.close(new Error('The search is closed.')),
  };
}
