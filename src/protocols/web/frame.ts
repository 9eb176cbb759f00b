import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { webLimits } from '../../contract/limits.ts';
import { statusOf, throttledStatus, toFailureBody } from './errors.ts';

/** Only what comes from here runs or loads, and no other page frames it. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Every answer has these, unless it says otherwise. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

export type ReplyHeaders = Readonly<Record<string, string | number>>;

/** The body of a request in its shape. Throws `VaultError`. */
export async function readBody<Shape extends z.ZodType>(
  request: IncomingMessage,
  shape: Shape,
): Promise<z.output<Shape>> {
  const parsed = shape.safeParse(parseJson(await readBytes(request, webLimits.bodyBytesMax)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the body';
  throw new VaultError('invalid-input', `${where}: ${issue?.message ?? 'is wrong'}`);
}

/** The whole body. Throws `VaultError` when it is larger than that. */
export async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let size = 0;
  if (announced > bytesMax) throw tooLarge(bytesMax);
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new VaultError('invalid-input', 'The body is not JSON.');
  }
}

function tooLarge(bytesMax: number): VaultError {
  const mebibytes = bytesMax / 2 ** 20;
  return new VaultError('too-large', `A request may have ${mebibytes} MiB at most.`);
}

export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: ReplyHeaders,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...commonHeaders,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, JSON.stringify(value), { 'Content-Type': 'application/json' });
}

export function sendFailure(response: ServerResponse, error: VaultError): void {
  sendJson(response, statusOf(error), toFailureBody(error));
}

/** For who tried too many wrong secrets. */
export function sendThrottled(response: ServerResponse, seconds: number): void {
  const error = new VaultError('unavailable', 'Too many wrong logins.', {
    hint: `Try again in ${seconds} seconds.`,
  });
  const headers = { 'Content-Type': 'application/json', 'Retry-After': seconds };
  send(response, throttledStatus, JSON.stringify(toFailureBody(error)), headers);
}

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** What to type. */
  readonly command: string;
}

/** A page instead of the dashboard. It has no styles and no scripts. */
export function sendNotice(response: ServerResponse, status: number, notice: Notice): void {
  const { title, text, command } = notice;
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>vaultd</title>
<main>
<h1>${title}</h1>
<p>${text}</p>
<pre>${command}</pre>
<p><a href="/">Try again</a></p>
</main>
`;
  send(response, status, page, { 'Content-Type': 'text/html; charset=utf-8' });
}

/** One server-sent event. JSON has no line breaks of its own, so one line of data is enough. */
export function encodeWebEvent(name: string, data: unknown, id: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
