import type { Readable } from 'node:stream';

/**
 * The first line of a stream, without its line feed; what follows it stays in the stream. Undefined
 * when the stream ends before, or when the line is too long.
 */
export function readFirstLine(stream: Readable, bytesMax: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const settle = (line: string | undefined): void => {
      stream.off('data', take).off('end', end).off('close', end).pause();
      resolve(line);
    };
    const end = () => settle(undefined);
    const take = (chunk: Buffer): void => {
      const feed = chunk.indexOf(10);
      const part = feed === -1 ? chunk : chunk.subarray(0, feed);
      chunks.push(part);
      bytes += part.length;
      if (bytes > bytesMax) end();
      else if (feed !== -1) {
        settle(Buffer.concat(chunks).toString('utf8'));
        if (feed + 1 < chunk.length) stream.unshift(chunk.subarray(feed + 1));
      }
    };
    stream.on('data', take).once('end', end).once('close', end);
  });
}
