import { isVaultError } from '../../contract/errors.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { restLimits } from '../../contract/rest-limits.ts';
import type { MaybeLater } from '../../kit/maybe-later.ts';
import { fileDelete } from '../../operations/file/delete.ts';
import { fileCopy, fileMove } from '../../operations/file/move.ts';
import { fileNames } from '../../operations/file/names.ts';
import { fileRead, type WholeFile } from '../../operations/file/read.ts';
import { fileAppend, filePut } from '../../operations/file/write.ts';
import { readFileFacts, readFileParts } from '../../operations/fs/read-parts.ts';
import { perform } from '../../operations/perform.ts';
import { hasVersion, readCondition } from './conditions.ts';
import { RestError } from './errors.ts';
import type { FileExchange } from './exchange.ts';
import {
  type RestHead,
  type RestHeaders,
  type RestReply,
  replyJson,
  toHead,
  toUrlPath,
} from './frame.ts';
import { mediaTypeOf } from './media-types.ts';
import { readDestination } from './paths.ts';

/** A file, or the names in a folder. */
export function getWhole(exchange: FileExchange): MaybeLater<RestReply> {
  const { content } = exchange;
  return content === undefined ? readWhole(exchange) : toWholeReply(exchange, content);
}

async function readWhole(exchange: FileExchange): Promise<RestReply> {
  const { session, path, type } = exchange;
  if (type === 'nothing') throw new RestError('not-found', `There is no "${path}".`);
  if (type === 'folder') {
    const { names } = await perform(session, fileNames, { path });
    return replyJson({ files: names });
  }
  try {
    return toWholeReply(exchange, await perform(session, fileRead, { path }));
  } catch (thrown) {
    if (isVaultError(thrown) && thrown.code === 'too-large') return getInParts(exchange);
    throw thrown;
  }
}

/** What is sent before contents that stay in memory. Each of them is of one version of one path. */
const heads = new WeakMap<Buffer, RestHead>();

function toWholeReply(exchange: FileExchange, { bytes, mtime, hash }: WholeFile): RestReply {
  const facts = { mtime, version: hash, size: bytes.length };
  if (exchange.isNamedElsewhere) return toFileReply(exchange, facts, bytes);
  if (hasVersion(exchange.request, hash)) return toUnchanged(hash);
  let head = heads.get(bytes);
  if (head === undefined) {
    head = toHead(fileHeaders(exchange, facts));
    heads.set(bytes, head);
  }
  return { status: 200, head, body: bytes };
}

/** The bytes that came, whatever they are said to be. */
export async function putWhole(exchange: FileExchange): Promise<RestReply> {
  const { session, request, path, signal } = exchange;
  requireFile(exchange);
  const condition = readCondition(request);
  // Clients test for this; the bytes are stored as they are all the same.
  if (request.contentType === 'application/json') await request.json();
  const content = await request.utf8();
  const written = await perform(session, filePut, { path, content, condition }, signal());
  return toChanged(exchange, written);
}

/** Adds text to the end. */
export async function postWhole(exchange: FileExchange): Promise<RestReply> {
  const { session, request, path, start, signal } = exchange;
  requireFile(exchange);
  if (!request.contentType.startsWith('text/')) throw new RestError('text-expected');
  const condition = readCondition(request);
  const content = await request.text();
  const asked = { path, content, start, condition };
  return toChanged(exchange, await perform(session, fileAppend, asked, signal()));
}

export async function deleteWhole(exchange: FileExchange): Promise<RestReply> {
  const { session, request, path, signal } = exchange;
  requireFile(exchange);
  const permanent = request.queryFlag('permanent');
  const asked = { path, permanent, condition: readCondition(request) };
  return toChanged(exchange, await perform(session, fileDelete, asked, signal()));
}

export function moveWhole(exchange: FileExchange): Promise<RestReply> {
  return transfer(exchange, fileMove);
}

export function copyWhole(exchange: FileExchange): Promise<RestReply> {
  return transfer(exchange, fileCopy);
}

async function transfer(
  exchange: FileExchange,
  operation: typeof fileMove | typeof fileCopy,
): Promise<RestReply> {
  const { session, request, path, signal } = exchange;
  requireFile(exchange);
  const to = readDestination(request.header('destination'), path);
  const overwrite = request.flag('allow-overwrite');
  const asked = { path, to, overwrite, condition: readCondition(request) };
  const { step } = await perform(session, operation, asked, signal());
  const headers = {
    'Content-Location': toUrlPath(parseVaultPath(to)),
    ...(step && { 'Vaultd-Step': step }),
  };
  return { status: 204, headers };
}

function requireFile({ type, endsInSlash, path }: FileExchange): void {
  if (type === 'folder' || (type === 'nothing' && endsInSlash)) {
    throw new RestError('file-expected', `"${path}" is a folder.`);
  }
}

/** What every change is answered with. */
function toChanged(
  exchange: FileExchange,
  { hash, step }: { readonly hash?: string; readonly step?: string | undefined },
): RestReply {
  return {
    status: 204,
    headers: {
      ...locationOf(exchange),
      ...(hash && { ETag: `"${hash}"` }),
      ...(step && { 'Vaultd-Step': step }),
    },
  };
}

/** Names the file where the URL does not. */
export function locationOf({ path, isNamedElsewhere }: FileExchange): RestHeaders {
  return isNamedElsewhere ? { 'Content-Location': toUrlPath(path) } : {};
}

interface FileFacts {
  readonly mtime: number;
  readonly version: string;
  readonly size: number;
}

function toFileReply(
  exchange: FileExchange,
  facts: FileFacts,
  body: Buffer | AsyncIterable<Buffer>,
): RestReply {
  if (hasVersion(exchange.request, facts.version)) return toUnchanged(facts.version);
  return { status: 200, headers: fileHeaders(exchange, facts), body };
}

function fileHeaders(exchange: FileExchange, { mtime, version, size }: FileFacts): RestHeaders {
  const { path } = exchange;
  return {
    ...locationOf(exchange),
    'Content-Type': mediaTypeOf(path),
    // Before the length: after it, Node copies this header through a buffer.
    'Content-Disposition': `attachment; filename="${toUrlPath(path)}"`,
    'Content-Length': size,
    'Last-Modified': new Date(mtime).toUTCString(),
    ETag: `"${version}"`,
  };
}

/** The client has this version already. */
function toUnchanged(version: string): RestReply {
  return { status: 304, headers: { ETag: `"${version}"` } };
}

/** A file that is too large for one piece of memory has its time and size for a version. */
async function getInParts(exchange: FileExchange): Promise<RestReply> {
  const { session, path } = exchange;
  const { mtime, size } = await readFileFacts(session, path);
  const version = `${mtime.toString(36)}-${size.toString(36)}`;
  const span = { path, start: 0, end: size, mtime };
  const parts = readFileParts(session, span, restLimits.filePartBytes);
  return toFileReply(exchange, { mtime, version, size }, parts);
}
