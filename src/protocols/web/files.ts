import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { webLimits } from '../../contract/limits.ts';
import { fileAdd } from '../../operations/file/add.ts';
import { readFileFacts, readFileParts } from '../../operations/fs/read-parts.ts';
import { perform } from '../../operations/perform.ts';
import type { Session } from '../../operations/sessions.ts';
import { commonHeaders, type ReplyHeaders, readBytes, sendJson } from './frame.ts';
import { findForgery } from './guard.ts';
import { parseRange } from './range.ts';

/** What a browser may show. Everything else is a download. */
const shown: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.3gp': 'video/3gpp',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.pdf': 'application/pdf',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
};

/** A file of the vault runs nothing and reaches nothing. */
const closedPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
/** The browser's own viewer does not work inside a sandbox; it is one itself. */
const viewerPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** One file of the vault, or a range of it, read in parts and sent as fast as the browser reads. */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  session: Session,
  path: string,
): Promise<void> {
  const { mtime, size } = await readFileFacts(session, path);
  const etag = `"${mtime.toString(36)}-${size.toString(36)}"`;
  const headers = { ...headersFor(path), ETag: etag };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = parseRange(rangeOf(request, etag), size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size };
  response.writeHead(range === undefined ? 200 : 206, {
    ...headers,
    'Content-Length': end - start,
    ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
  });
  const span = { path, start, end, mtime };
  const isWanted = request.method !== 'HEAD';
  const parts = isWanted ? readFileParts(session, span, webLimits.filePartBytes) : [];
  // A failure breaks the connection, so that the browser does not take the part for the whole.
  await pipeline(parts, response).catch(() => undefined);
}

/** Adds a file to the vault. One that is there stays as it is. */
export async function takeFile(
  request: IncomingMessage,
  response: ServerResponse,
  session: Session,
  path: string,
): Promise<void> {
  const forgery = findForgery(request, 'application/octet-stream');
  if (forgery !== undefined) throw forgery;
  const content = await readBytes(request, webLimits.uploadBytesMax);
  sendJson(response, 201, { ok: true, value: await perform(session, fileAdd, { path, content }) });
}

function headersFor(path: string): ReplyHeaders {
  const ending = extname(path).toLowerCase();
  const type = shown[ending];
  return {
    ...commonHeaders,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': ending === '.pdf' ? viewerPolicy : closedPolicy,
    'Content-Type': type ?? 'application/octet-stream',
    // The page shows documents in the browser's viewer.
    ...(ending === '.pdf' && { 'X-Frame-Options': 'SAMEORIGIN' }),
    ...(type === undefined && { 'Content-Disposition': 'attachment' }),
  };
}

/** A range of another version of the file is ignored. */
function rangeOf({ headers }: IncomingMessage, etag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
}
