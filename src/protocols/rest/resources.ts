import { fileFind } from '../../operations/file/find.ts';
import { perform } from '../../operations/perform.ts';
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
export async function answerFile(file: FileExchange): Promise<RestReply> {
  const { request, target } = file;
  const ofNote = findNoteHandler(file);
  if (ofNote !== undefined) return ofNote(file);
  const handler = Object.hasOwn(wholeFile, request.method) ? wholeFile[request.method] : undefined;
  if (handler === undefined || target.length > 0) throw new RestError('not-found');
  return handler(file);
}

/** What the parts of the path lead to. */
export function findFile({ session, parts }: RestExchange) {
  return perform(session, fileFind, { parts: decodeParts(parts) });
}

/** `/vault/PATH`, and what the path names in a file. */
export async function answerVault(exchange: RestExchange): Promise<RestReply> {
  const { path, type, rest } = await findFile(exchange);
  if (type === 'nothing' && namesPartOfNote(path)) {
    throw new RestError('not-found', `There is no "${path}".`);
  }
  const named = { path, type, target: rest, isNamedElsewhere: false, start: '' };
  return answerFile({ ...exchange, ...named });
}

/** `a.md/heading/One` of a note that is missing is no file to be made. */
function namesPartOfNote(path: string): boolean {
  return /\.md\/(?:heading|block|frontmatter)(?:\/|$)/i.test(path);
}
