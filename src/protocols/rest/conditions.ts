import type { FileCondition } from '../../operations/file/condition.ts';
import { RestError } from './errors.ts';
import type { RestRequest } from './frame.ts';

/** What `If-Match` and `If-None-Match` ask for. A weak tag never equals a version of a file. */
export function readCondition(request: RestRequest): FileCondition {
  const ifMatch = parseTags(request.header('if-match'));
  const ifNoneMatch = parseTags(request.header('if-none-match'));
  return { ...(ifMatch && { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }) };
}

/** Whether a client has this version already. Here a weak tag will do. */
export function hasVersion(request: RestRequest, hash: string): boolean {
  const header = request.header('if-none-match');
  if (header === undefined) return false;
  return (parseTags(header.replaceAll('W/"', '"')) ?? []).some(
    (tag) => tag === '*' || tag === hash,
  );
}

/** A list of quoted tags, a bare one, or `*`. */
function parseTags(header: string | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  return header.split(',').map((each) => {
    const tag = each.trim();
    const weak = /^W\/"([^"]*)"$/.exec(tag)?.[1];
    if (weak !== undefined) return `W/${weak}`;
    const strong = /^(?:"([^"]*)"|([\w.*+=-]+))$/.exec(tag);
    if (strong === null) throw new RestError('condition-malformed', tag);
    return strong[1] ?? strong[2] ?? '';
  });
}
