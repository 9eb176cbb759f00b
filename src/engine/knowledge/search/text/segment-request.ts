import { endOf, startOf } from '../ranked/lexicon.ts';
import type { SourceNote } from '../ranked/term-log.ts';
import { buildSegment } from './segment-builder.ts';

/** Notes that shall become a segment, all in shared memory. */
export interface SegmentRequest {
  readonly memories: readonly SharedArrayBuffer[];
  /** For each note the number of the memory that has its text, where it starts and where it ends. */
  readonly places: Uint32Array;
  /** The names and fields of all notes, one after the other; see `packLabel`. */
  readonly labels: SharedArrayBuffer;
  readonly labelEnds: Uint32Array;
}

/** What is known of a note beside its text, as bytes. */
export function packLabel({ name, fields }: Omit<SourceNote, 'bytes'>): Buffer {
  return Buffer.from(JSON.stringify({ name, fields }));
}

/** The memory of the segment. */
export function answerSegmentRequest(request: SegmentRequest): SharedArrayBuffer {
  const { memories, places, labelEnds } = request;
  const labels = Buffer.from(request.labels);
  const notes = Array.from(labelEnds, (_, i): SourceNote => {
    const [memory = 0, start = 0, end = 0] = places.subarray(3 * i, 3 * i + 3);
    const text = Buffer.from(memories[memory] ?? new SharedArrayBuffer(0), start, end - start);
    return {
      bytes: text,
      ...readLabel(labels.toString('utf8', startOf(labelEnds, i), endOf(labelEnds, i))),
    };
  });
  return buildSegment(notes).memory;
}

function readLabel(packed: string): Omit<SourceNote, 'bytes'> {
  return { fields: undefined, ...JSON.parse(packed) };
}
