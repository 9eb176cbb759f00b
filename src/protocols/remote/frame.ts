import { ByteQueue } from '../../kit/byte-queue.ts';
import { scanJson } from '../../kit/json-scan.ts';
import { isRecord, tryParseJson } from '../../kit/records.ts';
import { type RemoteRpcError, remoteCodes } from './errors.ts';

/** What a peer may send at most. */
export interface FrameBounds {
  bodyBytesMax: number;
  readonly headerBytesMax: number;
}

/** What a client asks. */
export interface RemoteRequest {
  /** As the client wrote it, as JSON. Nothing is sent back where it is missing. */
  readonly id: string | undefined;
  readonly method: string;
  /** Null and missing make a difference to one method only. */
  readonly params: unknown;
  /** The client's own mark, to find its change among the events. */
  readonly cid: string | undefined;
}

/** A request, or what to answer to a message that is none. */
export type RemoteMessage =
  | { readonly request: RemoteRequest; readonly refused?: undefined }
  | {
      readonly request?: undefined;
      readonly refused: { readonly id: string | undefined; readonly error: RemoteRpcError };
    };

/** The version of the protocol, which clients insist on. */
export const remoteProtocolVersion = 1;

const lineFeed = 10;

/**
 * Bytes in, bodies out. A violation is final: where the next frame begins is unknown then. Memory
 * grows with the bytes that have arrived, never with the length that was announced.
 */
export class FrameReader {
  readonly #bounds: FrameBounds;
  readonly #unread = new ByteQueue();
  /** The length of the body that comes next, once its header is read. */
  #length: number | undefined;
  #violation: string | undefined;

  constructor(bounds: FrameBounds) {
    this.#bounds = bounds;
  }

  /** Why nothing more is read, if so. */
  get violation(): string | undefined {
    return this.#violation;
  }

  push(chunk: Buffer): void {
    if (this.#violation === undefined) this.#unread.push(chunk);
  }

  /** The next whole body, as long as there is one. */
  next(): Buffer | undefined {
    this.#length ??= this.#readHeader();
    const length = this.#length;
    if (length === undefined || this.#unread.length < length) return undefined;
    const body = this.#unread.bytes.subarray(0, length);
    this.#unread.skip(length);
    this.#length = undefined;
    return body;
  }

  /** Line by line: a line that is no header is a violation before the block is complete. */
  #readHeader(): number | undefined {
    const { bytes } = this.#unread;
    let length: number | undefined;
    for (let start = 0; ; ) {
      const end = bytes.indexOf(lineFeed, start);
      if ((end === -1 ? bytes.length : end) > this.#bounds.headerBytesMax) {
        return this.#refuse('the header is too large');
      }
      if (end === -1) return undefined;
      const line = bytes.toString('latin1', start, end).trim();
      start = end + 1;
      if (line === '') {
        if (length === undefined) return this.#refuse('the header has no length');
        if (length > this.#bounds.bodyBytesMax) return this.#refuse('the frame is too large');
        this.#unread.skip(start);
        return length;
      }
      const found = parseLength(line);
      if (found === 'invalid') return this.#refuse('the header is malformed');
      length = found ?? length;
    }
  }

  #refuse(why: string): undefined {
    this.#violation = why;
    this.#unread.clear();
  }
}

/** One message as it goes over the wire. */
export function toFrame(body: string): string {
  return `${toHeader(Buffer.byteLength(body))}${body}`;
}

export function toHeader(bytes: number): string {
  return `Content-Length: ${bytes}\r\n\r\n`;
}

/** Reads one body. Never throws. */
export function parseMessage(text: string): RemoteMessage {
  const value = tryParseJson(text);
  if (value === undefined)
    return refuse('null', remoteCodes.parseError, 'The message is not JSON.');
  if (!isRecord(value)) {
    return refuse('null', remoteCodes.invalidRequest, 'A message is one JSON object.');
  }
  const { jsonrpc, method, params, meta } = value;
  const id = toRawId(value.id, text);
  if (jsonrpc !== '2.0') return refuse(id, remoteCodes.invalidRequest, 'jsonrpc must be "2.0".');
  if (typeof method !== 'string' || method === '') {
    return refuse(id, remoteCodes.invalidRequest, 'method must be a name.');
  }
  const cid = isRecord(meta) && typeof meta.cid === 'string' ? meta.cid : '';
  return { request: { id, method, params, cid: cid === '' ? undefined : cid } };
}

/** The length in a header line, undefined when it is another header. */
function parseLength(line: string): number | 'invalid' | undefined {
  const colon = line.indexOf(':');
  if (colon === -1) return 'invalid';
  if (line.slice(0, colon).trimEnd().toLowerCase() !== 'content-length') return undefined;
  const value = line.slice(colon + 1).trimStart();
  // 64 bits hold nineteen digits; what is too large is judged when the block ends.
  return /^\+?0*\d{1,19}$/.test(value) ? Number(value) : 'invalid';
}

/** A JavaScript number loses digits of a long id and the spelling of others, so it is cut out. */
function toRawId(id: unknown, text: string): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number') return 'null';
  const plain = String(id);
  if (Number.isSafeInteger(id) && text.includes(`"id":${plain},`)) return plain;
  return scanJson(text).id ?? plain;
}

function refuse(id: string | undefined, code: number, message: string): RemoteMessage {
  return { refused: { id, error: { code, message } } };
}
