import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const chunkBytes = 64 * 1024;

/** Whole lines of a file, the last one first. */
export function* linesFromEnd(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let end = fstatSync(descriptor).size; end > 0; ) {
      const start = Math.max(0, end - chunkBytes);
      const chunk = Buffer.allocUnsafe(end - start);
      readSync(descriptor, chunk, 0, chunk.length, start);
      end = start;
      rest = Buffer.concat([chunk, rest]);
      let stop = rest.length;
      for (
        let at = rest.lastIndexOf(10, stop - 1);
        at !== -1;
        at = rest.lastIndexOf(10, stop - 1)
      ) {
        if (stop < rest.length || at < rest.length - 1) yield rest.toString('utf8', at + 1, stop);
        stop = at;
        if (stop === 0) break;
      }
      rest = rest.subarray(0, stop);
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}
