import { type MaybeLater, whenThere } from '../../kit/maybe-later.ts';
import { fileFind } from '../../operations/file/find.ts';
import { performNow } from '../../operations/perform.ts';
import { RestError } from './errors.ts';
import type { FileExchange, FileHandler, RestExchange } from './exchange.ts';
import type { RestReply } from './frame.ts';
import { findNoteHandler } from './parts/note-handlers.ts';
import { decodeParts } from './paths.ts';
import { copyWhole, deleteWhole, getWhole, moveWhole, postWhole, putWhole } from './whole-files.ts';

/** What can be done with a file, by method. */
const wholeFile: Readonly<Record<string, FileHandler>> = {
  COPY: copyWhole,
  DELETE: deleteWhole,
  GET: getWhole,
  HEAD: getWhole,
  MOVE: moveWhole,
  POST: postWhole,
  PUT: putWhole,
};

/** Answers a request about a file, whichever URL named it. */
export function answerFile(file: FileExchange): MaybeLater<RestReply> {
  const { request, target } = file;
  const ofNote = findNoteHandler(file);
  if (ofNote !== undefined) return ofNote(file);
  const handler = Object.hasOwn(wholeFile, request.method) ? wholeFile[request.method] : undefined;
  if (handler === undefined || target.length > 0) throw new RestError('not-found');
  return handler(file);
}

/** What the parts of the path lead to; a small file with its content where that is asked for. */
export function findFile({ session, parts }: RestExchange, withContent = false) {
  return performNow(session, fileFind, { parts: decodeParts(parts), withContent });
}

/** `/vault/PATH`, and what the path names in a file. */
export function answerVault(exchange: RestExchange): MaybeLater<RestReply> {
  const { method } = exchange.request;
  const isRead = method === 'GET' || method === 'HEAD';
  return whenThere(findFile(exchange, isRead), ({ path, type, rest: target, content }) => {
    if (type === 'nothing' && namesPartOfNote(path)) {
      throw new RestError('not-found', `There is no "${path}".`);
    }
    // Written out: spreading an object and adding to it takes as long as a system call.
    const { request, key, session, parts, endsInSlash, signal } = exchange;
    return answerFile({
      request,
      key,
      session,
      parts,
      endsInSlash,
      signal,
      path,
      type,
      content,
      target,
      isNamedElsewhere: false,
      start: '',
    });
  });
}

/** `a.md/heading/One` of a note that is missing is no file to be made. */
function namesPartOfNote(path: string): boolean {
  return /\.md\/(?:heading|block|frontmatter)(?:\/|$)/i.test(path);
}
