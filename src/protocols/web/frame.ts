import type { ServerResponse } from 'node:http';
import type { VaultError } from '../../contract/errors.ts';
import { statusOf, toFailureBody } from './errors.ts';

/** Nothing but what comes from here runs or loads, and nobody frames it. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
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

export type Headers = Readonly<Record<string, string | number>>;

export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Headers,
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

/** A page for people who cannot be shown the dashboard. */
export function sendNotice(response: ServerResponse, status: number, notice: Notice): void {
  send(response, status, toPage(notice), { 'Content-Type': 'text/html; charset=utf-8' });
}

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** What to type. */
  readonly command: string;
}

/** No styles and no scripts: the browser's own look, in its own light or dark. */
function toPage({ title, text, command }: Notice): string {
  return `<!doctype html>
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
}
