import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { webLimits } from '../../contract/limits.ts';
import { fsReadBinaryRange } from '../../operations/fs/read-binary-range.ts';
import type { Session } from '../../operations/sessions.ts';
import { commonHeaders, type Headers } from './frame.ts';
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

/** A file that somebody else wrote runs nothing and reaches nothing. */
const closedPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
/** The browser's own viewer does not work inside a sandbox; it is one itself. */
const viewerPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

interface Part {
  readonly bytes: Buffer;
  readonly mtime: number;
  readonly size: number;
}

/** One file of the vault, or a range of it, read in parts and sent as fast as it is taken. */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  session: Session,
  path: string,
): Promise<void> {
  const probe = await readPart(session, path, 0, 0);
  const etag = `"${probe.mtime.toString(36)}-${probe.size.toString(36)}"`;
  const headers = { ...headersFor(path), ETag: etag };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = parseRange(rangeOf(request, etag), probe.size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${probe.size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: probe.size };
  response.writeHead(range === undefined ? 200 : 206, {
    ...headers,
    'Content-Length': end - start,
    ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${probe.size}` }),
  });
  if (request.method === 'HEAD') response.end();
  else await pour(response, session, { path, start, end, mtime: probe.mtime });
}

function headersFor(path: string): Headers {
  const ending = extname(path).toLowerCase();
  const type = shown[ending];
  return {
    ...commonHeaders,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': ending === '.pdf' ? viewerPolicy : closedPolicy,
    'Content-Type': type ?? 'application/octet-stream',
    ...(type === undefined && { 'Content-Disposition': 'attachment' }),
  };
}

/** A range of another version of the file is worth nothing. */
function rangeOf({ headers }: IncomingMessage, etag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
}

interface Stretch {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly mtime: number;
}

/** When the file changes meanwhile the connection breaks: a mixture of two versions is never whole. */
async function pour(
  response: ServerResponse,
  session: Session,
  { path, start, end, mtime }: Stretch,
): Promise<void> {
  let at = start;
  while (at < end && !response.destroyed) {
    const length = Math.min(webLimits.filePartBytes, end - at);
    const { bytes } = await readPart(session, path, at, length, mtime);
    if (bytes.length === 0) break;
    at += bytes.length;
    if (!response.write(bytes)) await untilTaken(response);
  }
  if (at < end) response.destroy();
  else response.end();
}

function untilTaken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}

async function readPart(
  session: Session,
  path: string,
  offset: number,
  length: number,
  expectedMtime = 0,
): Promise<Part> {
  const outcome = await session.dispatch(fsReadBinaryRange, {
    path,
    offset,
    length,
    expectedMtime,
  });
  if (!outcome.ok) throw outcome.error;
  return fsReadBinaryRange.output.parse(outcome.output);
}
