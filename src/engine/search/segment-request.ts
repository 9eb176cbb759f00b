import { endOf, startOf } from './lexicon.ts';
import { buildSegment } from './segment-builder.ts';
import type { NoteFields } from './types.ts';

/** Notes that shall become a segment: their texts in shared memory, one after the other. */
export interface SegmentRequest {
  readonly text: SharedArrayBuffer;
  readonly ends: Uint32Array;
  readonly names: readonly string[];
  readonly fields: readonly (NoteFields | undefined)[];
}

/** The memory of the segment. */
export function answerSegmentRequest(request: SegmentRequest): SharedArrayBuffer {
  const { ends, names, fields } = request;
  const bytes = Buffer.from(request.text);
  const notes = names.map((name, i) => ({
    bytes: bytes.subarray(startOf(ends, i), endOf(ends, i)),
    name,
    fields: fields[i],
  }));
  return buildSegment(notes).memory;
}
