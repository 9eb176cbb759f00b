import type { IncomingMessage, ServerResponse } from 'node:http';
import { restLimits } from '../../contract/rest-limits.ts';
import { scanJson } from '../../kit/json-scan.ts';
import { RestError } from './errors.ts';

/** A header that is undefined is not sent. */
export type RestHeaders = Readonly<Record<string, string | number | undefined>>;

/** An answer. A body that comes in parts needs its `Content-Length` among the headers. */
export interface RestReply {
  readonly status: number;
  readonly headers?: RestHeaders;
  /** In place of headers: everything that is sent before the body, where it is known already. */
  readonly head?: RestHead;
  readonly body?: string | Buffer | AsyncIterable<Buffer>;
}

/** Names and values in turn: Node writes such a list without making an object of it first. */
export type RestHead = (string | number)[];

/** A request as handlers get it. */
export class RestRequest {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly #search: string;
  readonly #incoming: IncomingMessage;
  readonly #bodyBytesMax: number;
  #body: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, bodyBytesMax: number) {
    const { method = 'GET', url = '/' } = incoming;
    const mark = url.indexOf('?');
    this.method = method;
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.#search = mark === -1 ? '' : url.slice(mark + 1);
    this.#incoming = incoming;
    this.#bodyBytesMax = bodyBytesMax;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#search);
  }

  /** True for a parameter of the query that says `true`, in any case: Python writes `True`. */
  queryFlag(name: string): boolean {
    return this.query.get(name)?.toLowerCase() === 'true';
  }

  /** The value of a header, by its name in lower case; several values are joined by commas. */
  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    const text = Array.isArray(value) ? value.join(', ') : value;
    return text === undefined ? undefined : toText(text);
  }

  /** True for a header that says `true`. */
  flag(name: string): boolean {
    return this.header(name)?.trim().toLowerCase() === 'true';
  }

  /** The media type of the body in lower case, without parameters; empty when there is none. */
  get contentType(): string {
    const [type = ''] = (this.header('content-type') ?? '').split(';');
    return type.trim().toLowerCase();
  }

  /** The first of these media types that `Accept` lists. */
  accepted<Type extends string>(types: readonly Type[]): Type | undefined {
    const accept = this.header('accept');
    if (accept === undefined || accept === '*/*') return undefined;
    const listed = accept.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase());
    return listed.flatMap((each) => types.find((type) => type === each) ?? [])[0];
  }

  /** Throws when it is too large. */
  body(): Promise<Buffer> {
    this.#body ??= readBytes(this.#incoming, this.#bodyBytesMax);
    return this.#body;
  }

  /** The body as it came; text of another charset as UTF-8. */
  async utf8(): Promise<Buffer> {
    const bytes = await this.body();
    const charset = /;\s*charset="?([^\s;"]+)/i.exec(this.header('content-type') ?? '')?.[1];
    const isOther = charset !== undefined && !/^utf-?8$/i.test(charset);
    if (!isOther || !this.contentType.startsWith('text/')) return bytes;
    try {
      return Buffer.from(new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch (thrown) {
      throw new RestError('body-malformed', `It is not ${charset}.`, { cause: thrown });
    }
  }

  async text(): Promise<string> {
    return (await this.utf8()).toString('utf8');
  }

  /** The body as JSON, any value at its root. */
  async json(): Promise<unknown> {
    const text = await this.text();
    if (scanJson(text).depth > restLimits.jsonDepthMax) {
      throw new RestError('body-malformed', `It nests deeper than ${restLimits.jsonDepthMax}.`);
    }
    try {
      return JSON.parse(text);
    } catch (thrown) {
      throw new RestError('body-malformed', thrown instanceof Error ? thrown.message : '');
    }
  }
}

export function replyJson(value: unknown, headers: RestHeaders = {}): RestReply {
  return { status: 200, headers, body: toJsonBody(value) };
}

/** What a `Content-Location` or `Content-Disposition` has: each name of the path encoded. */
export function toUrlPath(path: string): string {
  return encodeURIComponent(path).replaceAll('%2F', '/');
}

/** Sends an answer, as fast as the client reads it. */
export function sendReply(
  response: ServerResponse,
  { status, headers = {}, head, body = '' }: RestReply,
): void {
  if (response.headersSent || response.destroyed) return;
  if (status === 204 || status === 304) {
    response.writeHead(status, toFields(headers)).end();
    return;
  }
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, head ?? toHead(headers, isWhole ? body : undefined));
  if (response.req.method === 'HEAD') response.end();
  else if (isWhole) response.end(body);
  else void sendParts(response, body);
}

/** All headers of an answer: those that it has, and those that every answer with a body has. */
export function toHead(headers: RestHeaders, body?: string | Buffer): RestHead {
  const fields = toFields(headers);
  fields.push('Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff');
  if (headers['Content-Type'] === undefined) {
    fields.push('Content-Type', 'application/json; charset=utf-8');
  }
  if (body !== undefined && headers['Content-Length'] === undefined) {
    fields.push('Content-Length', Buffer.byteLength(body));
  }
  return fields;
}

function toFields(headers: RestHeaders): RestHead {
  const fields: RestHead = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) fields.push(name, value);
  }
  return fields;
}

export function sendRestError(response: ServerResponse, error: RestError): void {
  const { status, headers, message, number: errorCode } = error;
  sendReply(response, { status, headers, body: toJsonBody({ message, errorCode }) });
}

/** A failure breaks the connection, so that the client does not take the part for the whole. */
async function sendParts(response: ServerResponse, parts: AsyncIterable<Buffer>): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  await pipeline(parts, response).catch(() => undefined);
}

function toJsonBody(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

async function readBytes(incoming: IncomingMessage, max: number): Promise<Buffer> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > max) throw tooLarge(max);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > max) throw tooLarge(max);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(max: number): RestError {
  return new RestError('too-large', `A body may have ${max / 2 ** 20} MiB at most.`);
}

/** Headers are bytes. Some clients put UTF-8 into them as it is, and Node reads Latin-1. */
function toText(header: string): string {
  if (!/[\x80-\xff]/.test(header)) return header;
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
}
