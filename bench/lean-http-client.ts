import { connect } from 'node:net';

const headEnd = '\r\n\r\n';

/** A request that is sent again and again. */
export interface HttpTarget {
  readonly port: number;
  readonly path: string;
  readonly key: string;
}

/**
 * Sends one request `count` times over `inFlight` connections, each with one request under way, and
 * only counts the bytes of the responses. Node's own client takes more time for a request than a
 * server for its response, so with it the client would be measured.
 */
export async function getMany(
  { port, path, key }: HttpTarget,
  count: number,
  inFlight: number,
): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}${headEnd}`;
  let left = count;
  const pump = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').on('error', reject);
      const next = () => {
        if (left-- > 0) socket.write(request, 'latin1');
        else socket.end(resolve);
      };
      let bytesLeft = 0;
      socket.on('connect', next).on('data', (chunk) => {
        if (bytesLeft === 0) bytesLeft = sizeOf(chunk);
        bytesLeft -= chunk.length;
        if (bytesLeft === 0) next();
      });
    });
  await Promise.all(Array.from({ length: inFlight }, pump));
}

/** Bytes of a response, by its head, which comes in one piece. */
function sizeOf(chunk: Buffer): number {
  const end = chunk.indexOf(headEnd) + headEnd.length;
  const head = chunk.toString('latin1', 0, end);
  const [, length] = /^HTTP\/1\.1 200 [\s\S]*\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`not a response that can be counted: ${head}`);
  return end + Number(length);
}
