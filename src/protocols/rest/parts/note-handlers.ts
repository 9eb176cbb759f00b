import { RestError } from '../errors.ts';
import type { FileExchange, FileHandler } from '../exchange.ts';
import { findForm, getPart } from './note-forms.ts';
import { namesPart } from './part-target.ts';
import { postPart, putPart } from './part-writes.ts';
import { patchNote } from './patch.ts';

/** What can be done with a part of a note, by method. */
const parts: Readonly<Record<string, FileHandler>> = {
  DELETE: refusePart,
  GET: getPart,
  HEAD: getPart,
  POST: postPart,
  PUT: putPart,
};

/** The handler of a request that is not about the bytes of a whole file; undefined for one that is. */
export function findNoteHandler(exchange: FileExchange): FileHandler | undefined {
  const { method } = exchange.request;
  if (method === 'PATCH') return patchNote;
  if (namesPart(exchange)) return Object.hasOwn(parts, method) ? parts[method] : undefined;
  return method === 'GET' || method === 'HEAD' ? findForm(exchange) : undefined;
}

/** A whole note must not go because of headers that name a part of it. */
function refusePart(): never {
  throw new RestError('part-not-deletable');
}
