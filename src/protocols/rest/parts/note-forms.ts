import { noteJson } from '../../../operations/note/json.ts';
import { noteMap } from '../../../operations/note/map.ts';
import { perform } from '../../../operations/perform.ts';
import { sectionRead } from '../../../operations/section/read.ts';
import { RestError } from '../errors.ts';
import type { FileExchange, FileHandler } from '../exchange.ts';
import { type RestReply, replyJson } from '../frame.ts';
import { markdownType } from '../media-types.ts';
import { locationOf } from '../whole-files.ts';
import { readScopeHeader } from './part-scope.ts';
import { deprecated, dialectHeaders, readPartTarget, readPatchVersion } from './part-target.ts';
import { toPatchError } from './patch-errors.ts';

const noteType = 'application/vnd.olrapi.note+json';
const mapType = 'application/vnd.olrapi.document-map+json';

/** The form of a file that `Accept` asks for; undefined for its bytes. */
export function findForm({ request, type }: FileExchange): FileHandler | undefined {
  if (type !== 'file') return undefined;
  const form = request.accepted([noteType, mapType]);
  if (form === undefined) return undefined;
  return form === noteType ? getNoteJson : getMap;
}

async function getNoteJson(exchange: FileExchange): Promise<RestReply> {
  const { session, path, signal } = exchange;
  const { etag, ...note } = await perform(session, noteJson, { path }, signal());
  return replyJson(
    { ...note, version: etag },
    {
      ...locationOf(exchange),
      'Content-Type': `${noteType}; charset=utf-8`,
      ETag: `"${etag}"`,
    },
  );
}

/** Headings, blocks and properties: as paths up to the fourth generation, as a tree since. */
async function getMap(exchange: FileExchange): Promise<RestReply> {
  const { session, path, key, signal } = exchange;
  const version = readPatchVersion(exchange) ?? (key.generation >= 5 ? '2' : '1');
  const shape = version === '1' ? 'flat' : 'nested';
  const isOld = readPatchVersion(exchange) === '1';
  const { etag, ...map } = await perform(session, noteMap, { path, shape }, signal());
  return replyJson(
    { ...map, ...(shape === 'nested' && { version: etag }) },
    {
      ...locationOf(exchange),
      ...(isOld ? deprecated : {}),
      'Content-Type': `${mapType}; charset=utf-8`,
      ETag: `"${etag}"`,
    },
  );
}

/** One part of a note, as an edit of the same part takes it. */
export async function getPart(exchange: FileExchange): Promise<RestReply> {
  const { session, path, type, key, signal } = exchange;
  if (type !== 'file') throw new RestError('not-found', `There is no note "${path}".`);
  const part = readPartTarget(exchange);
  const scope = readScopeHeader(exchange, part);
  if (scope === 'parent') throw new RestError('scope-unknown', scope);
  const { targetType, target, dialect } = part;
  const isOld = dialect === 1;
  const asked = {
    path,
    targetType,
    target,
    scope,
    levels: isOld ? 'absolute' : 'relative',
  } as const;
  const more = isOld ? { firstMatch: true } : {};
  const headers = dialectHeaders(part, key);
  try {
    const { text, value, etag } = await perform(
      session,
      sectionRead,
      { ...asked, ...more },
      signal(),
    );
    const common = { ...headers, ...locationOf(exchange), ETag: `"${etag}"` };
    if (text === undefined) return replyJson(value, common);
    if (targetType === 'frontmatter') return replyJson(text, common);
    return { status: 200, headers: { ...common, 'Content-Type': markdownType }, body: text };
  } catch (thrown) {
    throw toPatchError(thrown, 2, headers);
  }
}
