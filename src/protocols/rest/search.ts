import { isVaultError } from '../../contract/errors.ts';
import { queryRule, queryTable } from '../../operations/knowledge/query-hits.ts';
import { noteMatches } from '../../operations/note/matches.ts';
import { perform } from '../../operations/perform.ts';
import { RestError } from './errors.ts';
import type { RestExchange } from './exchange.ts';
import { type RestReply, replyJson } from './frame.ts';

const ruleType = 'application/vnd.olrapi.jsonlogic+json';
const tableType = 'application/vnd.olrapi.dataview.dql+txt';
/** Characters on each side of a place, unless the request says otherwise. */
const contextDefault = 100;

/** `/search/` and `/search/simple/`. */
export async function answerSearch(exchange: RestExchange): Promise<RestReply> {
  const { request, parts } = exchange;
  const [kind, ...more] = parts.map((part) => part.toLowerCase());
  const isKnown = more.length === 0 && (kind === undefined || kind === 'simple');
  if (request.method !== 'POST' || !isKnown) throw new RestError('not-found');
  try {
    return replyJson(kind === undefined ? await query(exchange) : await findWords(exchange));
  } catch (thrown) {
    // A query that runs too long is one that cannot be evaluated.
    if (
      isVaultError(thrown) &&
      ['invalid-input', 'timed-out', 'unsupported'].includes(thrown.code)
    ) {
      const { message, about } = thrown;
      const said = [message, about.hint].filter(Boolean).join(' ');
      throw new RestError('query-failed', said, { cause: thrown });
    }
    throw thrown;
  }
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
