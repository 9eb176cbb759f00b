import * as z from 'zod';
import { isVaultError, VaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { nameOf } from '../../contract/paths.ts';
import type { KnownTexts } from '../../engine/knowledge/known.ts';
import { type Call, defineOperation } from '../operation.ts';
import { sayUnknownTags } from './near-tags.ts';
import { paginate, parseCursor, toCursor } from './pages.ts';
import { searchBest } from './search-ranked.ts';
import { briefSearch, type SearchResult, saySearch, searchResult } from './search-result.ts';
import { notice } from './shapes.ts';
import { matchNote, type TextMatch, toTokens } from './text-matches.ts';

const modes = ['ranked', 'text', 'words', 'jsonlogic', 'dataview'] as const;
type Mode = (typeof modes)[number];

const input = z.strictObject({
  mode: z.enum(modes).optional().describe('"ranked" when left out, or what the query looks like.'),
  query: z.string().optional().describe('A question, a text, words, or a Dataview query.'),
  logic: z.record(z.string(), z.unknown()).optional().describe('Mode "jsonlogic": one rule.'),
  contextLength: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Characters on each side of a match: 100, with "words" 40.'),
  pathPrefix: z
    .string()
    .optional()
    .describe('Only notes whose path starts so. Not with "jsonlogic" and "dataview".'),
  maxMatchesPerHit: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Matches shown of a note: 10, with "words" the best one.'),
  cursor: z.string().optional().describe('nextCursor of the page before.'),
});
type Input = z.output<typeof input>;
/** With the mode that is meant. */
type Search = Input & { readonly mode: Mode };
type TextMode = 'text' | 'words';
type TextResult = Extract<SearchResult, { mode: TextMode }>;

export const agentSearch = defineOperation({
  name: 'agent.search',
  summary:
    'Find notes. Mode "ranked", the one to begin with: a question or words in any form, the best notes first with the passage that answers; "quotes" keep words together, -word excludes. Mode "text": the query as written, as a part of the text or the name. Mode "words": notes with all words of the query, in any order. Mode "dataview": a Dataview TABLE, LIST or TASK query, for properties, tags, dates, links and tasks: TABLE status FROM #book WHERE rating > 3. Mode "jsonlogic": a rule over path, content, frontmatter, tags, stat, links, backlinks and unresolvedLinks, with "glob" and "regexp" whose pattern comes first: {"glob": ["Projects/*", {"var": "path"}]}. Pages of 100.',
  access: 'read',
  at: { mcp: 'obsidian_search_notes' },
  input,
  output: z.object({ result: searchResult, effectiveQuery: z.string().optional(), notice }),
  fails: ['forbidden', 'invalid-input', 'timed-out', 'unsupported'],

  async run(call, asked) {
    const mode = asked.mode ?? guessMode(asked);
    const input = { ...asked, mode };
    if (mode === 'text' || mode === 'words') return searchText(call, input, mode);
    if (mode === 'ranked') {
      const query = requireQuery(input);
      const found = await searchBest(call, { ...input, query });
      const end = parseCursor(input.cursor).offset + found.hits.length;
      const rest = end < found.totalCount ? excludeAfter(end, found.totalCount) : {};
      return toOutput(input, { mode, ...found, ...rest }, query);
    }
    if (input.pathPrefix !== undefined) throw prefixNeedsText(mode);
    const query = mode === 'dataview' ? input.query : undefined;
    const found = toOutput(input, await search(call, input), query);
    const unknown =
      found.result.hits.length === 0 ? await sayUnknownTags(call, tagsIn(input)) : undefined;
    return unknown === undefined ? found : { ...found, notice: unknown };
  },
  say: ({ result }) => saySearch(result),
  brief: ({ result }) => briefSearch(result),
});

/** What is meant when no mode is given. */
function guessMode({ query = '', logic }: Input): Mode {
  if (logic !== undefined) return 'jsonlogic';
  return /^\s*(?:TABLE|LIST|TASK|CALENDAR)\b/.test(query) ? 'dataview' : 'ranked';
}

/** The tags that a query names outside of its texts. */
function tagsIn({ mode, query = '' }: Search): string[] {
  if (mode !== 'dataview') return [];
  return [...query.replace(/"[^"]*"/g, '').matchAll(/#([\p{L}\p{N}_/-]+)/gu)].map(
    ([, tag = '']) => tag,
  );
}

async function search(call: Call, input: Search): Promise<SearchResult> {
  const { mode, cursor } = input;
  const { signal } = call;
  const searching =
    mode === 'jsonlogic'
      ? call.queries.rule(requireLogic(input), { signal })
      : call.queries.dql(requireQuery(input), { signal });
  const { items, total, nextCursor } = paginate(await withoutNames(searching), cursor);
  const { offset } = parseCursor(cursor);
  const page = {
    totalCount: total,
    ...(nextCursor !== undefined && { ...excludeAfter(offset + items.length, total), nextCursor }),
  };
  return { mode: mode === 'jsonlogic' ? mode : 'dataview', hits: items, ...page };
}

function toOutput(input: Search, result: SearchResult, query: string | undefined) {
  return {
    result,
    ...(query !== undefined && { effectiveQuery: query }),
    ...(result.hits.length === 0 && { notice: whyNone(input) }),
  };
}

async function searchText(call: Call, input: Search, mode: TextMode) {
  const query = requireQuery(input);
  const tokens = mode === 'text' ? [query.toLowerCase()] : toTokens(query);
  const found = await searchTexts(call, await call.texts(), tokens, input);
  return toOutput(input, { mode, ...found }, query);
}

async function searchTexts(
  { signal }: Call,
  texts: KnownTexts,
  tokens: readonly string[],
  input: Search,
): Promise<Omit<TextResult, 'mode'>> {
  const { pathPrefix, mode } = input;
  // Words are everywhere, so that of each note the best place is shown, and little around it.
  const isBest = mode === 'words' && input.maxMatchesPerHit === undefined;
  const { contextLength = mode === 'words' ? 40 : 100, maxMatchesPerHit = 10 } = input;
  const { offset, limit } = parseCursor(input.cursor);
  const found = await texts.searchText(
    { terms: tokens, limit, offset, notesOnly: true },
    { signal, ...(pathPrefix !== undefined && { prefix: pathPrefix }) },
  );
  let units = 0;
  const hits = found.hits.map(({ path, text = '' }) => {
    const found = matchNote(nameOf(path).slice(0, -3), text, tokens, contextLength) ?? [];
    const matches = mode === 'words' ? bestFirst(found, tokens) : found;
    const hit = clip(path, text, isBest ? matches.slice(0, 1) : matches, maxMatchesPerHit);
    units += hit.matches.reduce((sum, { context }) => sum + context.length, 0);
    if (units > mcpLimits.contextUnitsMax) throw contextTooLong(contextLength);
    return hit;
  });
  const end = offset + limit;
  return {
    hits,
    totalCount: found.total,
    ...(end < found.total && {
      ...excludeAfter(end, found.total),
      nextCursor: toCursor(end, limit),
    }),
  };
}

/** What does not fit on the page. */
function excludeAfter(end: number, total: number) {
  const hint = 'Narrow the search, or pass nextCursor as cursor for the next page.';
  return { excluded: { count: total - end, hint } };
}

function clip(filename: string, text: string, matches: readonly TextMatch[], max: number) {
  const isCut = matches.length > max;
  const shown = matches.slice(0, max).sort(byPlace);
  const lineAt = createLineCounter(text);
  return {
    filename,
    matches: shown.map(({ subject, ...each }) => ({
      ...each,
      ...(subject === 'text' && { line: lineAt(each.match.start) }),
    })),
    ...(isCut && { totalMatches: matches.length, truncated: true }),
  };
}

/** In the name first, then in the order of the text. */
function byPlace(a: TextMatch, b: TextMatch): number {
  const inName = (match: TextMatch) => Number(match.subject === 'name');
  return inName(b) - inName(a) || a.match.start - b.match.start;
}

/** Places with the most words of the query first. */
function bestFirst(matches: readonly TextMatch[], tokens: readonly string[]): TextMatch[] {
  const countIn = ({ context }: TextMatch) => {
    const folded = context.toLowerCase();
    return tokens.filter((token) => folded.includes(token)).length;
  };
  return matches
    .map((match) => ({ match, count: countIn(match) }))
    .sort((a, b) => b.count - a.count)
    .map(({ match }) => match);
}

/** Gives the lines of places in a text, from 1. Each place comes after the one before. */
function createLineCounter(text: string): (place: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (place) => {
    while (next !== -1 && next < place) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

/** A rule or query that fails for one note must not reveal which: policy filters results, not errors. */
async function withoutNames<Hits>(searching: Promise<Hits>): Promise<Hits> {
  try {
    return await searching;
  } catch (thrown) {
    if (!isVaultError(thrown) || thrown.about.path === undefined) throw thrown;
    const { path: _, ...about } = thrown.about;
    throw new VaultError(thrown.code, thrown.message, about);
  }
}

function contextTooLong(contextLength: number): VaultError {
  return new VaultError('invalid-input', 'The contexts of all matches together are too long.', {
    reason: 'context-length-too-large',
    hint: 'Use a smaller contextLength or maxMatchesPerHit.',
    data: { contextLength },
  });
}

function requireQuery({ mode, query = '' }: Search): string {
  if (query.trim() !== '') return query;
  throw new VaultError('invalid-input', `The mode "${mode}" needs a query.`, {
    reason: 'query-required',
    hint: 'Pass query: the words to look for.',
    data: { mode },
  });
}

function requireLogic({ mode, logic }: Search): Record<string, unknown> {
  if (logic !== undefined) return logic;
  throw new VaultError('invalid-input', 'The mode "jsonlogic" needs a rule.', {
    reason: 'logic-required',
    hint: 'Pass logic: a JSONLogic object such as {"in": ["work", {"var": "tags"}]}.',
    data: { mode },
  });
}

function prefixNeedsText(mode: string): VaultError {
  return new VaultError(
    'invalid-input',
    'pathPrefix works in the modes "ranked", "text" and "words" only.',
    {
      reason: 'path-prefix-invalid-mode',
      hint: 'Leave it out; in mode "jsonlogic" use {"glob": ["Folder/*", {"var": "path"}]}.',
      data: { mode },
    },
  );
}

function whyNone({ mode, pathPrefix, cursor }: Search): string {
  if (cursor !== undefined) return 'There is nothing on this page.';
  if (pathPrefix !== undefined) {
    return `Nothing was found below the prefix "${pathPrefix}", which is compared with its case. Leave it out to search everywhere.`;
  }
  if (mode === 'ranked') return 'No note has any of these words.';
  if (mode === 'text') {
    return 'No results. Mode "text" finds the query as it is written; mode "words" finds its words in any order.';
  }
  return mode === 'words'
    ? 'No results. A note must have all the words; try fewer.'
    : 'No results.';
}
