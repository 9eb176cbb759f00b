import * as z from 'zod';
import { isVaultError } from '../../contract/errors.ts';
import { restLimits } from '../../contract/rest-limits.ts';
import { queryRule, queryTable } from '../../operations/knowledge/query-hits.ts';
import { noteMatches } from '../../operations/note/matches.ts';
import { noteSearch } from '../../operations/note/search.ts';
import { perform } from '../../operations/perform.ts';
import { RestError } from './errors.ts';
import type { RestExchange } from './exchange.ts';
import { type RestReply, replyJson } from './frame.ts';

const ruleType = 'application/vnd.olrapi.jsonlogic+json';
const tableType = 'application/vnd.olrapi.dataview.dql+txt';
/** Characters on each side of a place, unless the request says otherwise. */
const contextDefault = 100;

type Search = (exchange: RestExchange) => Promise<unknown>;

/** What can be searched by, by the rest of the path. */
const searches: Readonly<Record<string, Search>> = {
  '': query,
  simple: findWords,
  smart: rank,
};

/** `/search/`, and what comes after it. */
export async function answerSearch(exchange: RestExchange): Promise<RestReply> {
  const { request, parts } = exchange;
  const kind = parts.join('/').toLowerCase();
  const search = Object.hasOwn(searches, kind) ? searches[kind] : undefined;
  if (request.method !== 'POST' || search === undefined) throw new RestError('not-found');
  try {
    return replyJson(await search(exchange));
  } catch (thrown) {
    throw toSearchError(thrown);
  }
}

/** A query that runs too long is one that cannot be evaluated. */
function toSearchError(thrown: unknown): unknown {
  const isOfQuery =
    isVaultError(thrown) && ['invalid-input', 'timed-out', 'unsupported'].includes(thrown.code);
  if (!isOfQuery) return thrown;
  const said = [thrown.message, thrown.about.hint].filter(Boolean).join(' ');
  return new RestError('query-failed', said, { cause: thrown });
}

/** Notes by a rule, or rows of a table. */
async function query({ request, session, signal }: RestExchange): Promise<unknown> {
  switch (request.contentType) {
    case '':
      throw new RestError('type-missing');
    case ruleType: {
      const logic = await request.json();
      return (await perform(session, queryRule, { logic }, signal())).hits;
    }
    case tableType: {
      const text = await request.text();
      return (await perform(session, queryTable, { query: text }, signal())).hits;
    }
    default:
      throw new RestError('type-unknown', request.contentType);
  }
}

/** Notes with all words of a query, which stands in the URL; whatever the body has means nothing. */
async function findWords({ request, session, signal }: RestExchange): Promise<unknown> {
  const [words, ...others] = request.query.getAll('query');
  if (words === undefined || others.length > 0) throw new RestError('query-missing');
  await request.body();
  const contextLength = toContextLength(request.query.get('contextLength'));
  const { hits } = await perform(session, noteMatches, { query: words, contextLength }, signal());
  return hits.map(({ path, score, matches }) => ({
    filename: path,
    score,
    matches: matches.map(({ subject, start, end, context }) => ({
      match: { start, end, source: subject === 'name' ? 'filename' : 'content' },
      context,
    })),
  }));
}

function toContextLength(text: string | null): number {
  const length = Number.parseInt(text ?? '', 10);
  return Number.isFinite(length) && length >= 0 ? length : contextDefault;
}

const smartQuery = z.object({
  query: z.string().min(1),
  filter: z
    .object({
      folders: z.array(z.string()).optional(),
      excludeFolders: z.array(z.string()).optional(),
      limit: z.int().min(1).max(restLimits.smartHitsMax).optional(),
    })
    .optional(),
});

/** What another plugin adds to the interface: the notes that answer best. */
async function rank({ request, session, signal }: RestExchange): Promise<unknown> {
  const asked = smartQuery.safeParse(await request.json());
  if (!asked.success) throw new RestError('body-malformed', z.prettifyError(asked.error));
  const { query: words, filter = {} } = asked.data;
  const { folders, excludeFolders = [], limit = restLimits.smartHitsDefault } = filter;
  const isFiltered = folders !== undefined || excludeFolders.length > 0;
  const { hits } = await perform(
    session,
    noteSearch,
    { query: words, mode: 'ranked', limit: isFiltered ? restLimits.smartHitsMax : limit },
    signal(),
  );
  const wanted = hits.filter(
    ({ path }) =>
      (folders === undefined || isBelow(path, folders)) && !isBelow(path, excludeFolders),
  );
  const results = wanted.slice(0, limit).map(({ path, score = 0, matches }) => ({
    path,
    text: matches[0]?.text ?? '',
    score,
    breadcrumbs: path.replace(/\.md$/i, '').replaceAll('/', ' > '),
  }));
  return { results };
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder.replace(/^\/+|\/+$/g, '')}/`));
}
