import * as z from 'zod';
import { isVaultError, VaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { nameOf } from '../../contract/paths.ts';
import type { KnownTexts } from '../../engine/knowledge/known.ts';
import { type Call, defineOperation } from '../operation.ts';
import { paginate, parseCursor, toCursor } from './pages.ts';
import { searchBest } from './search-ranked.ts';
import { type SearchResult, saySearch, searchResult } from './search-result.ts';
import { notice } from './shapes.ts';
import { matchNote, type TextMatch, toTokens } from './text-matches.ts';

const input = z.strictObject({
  mode: z
    .enum(['ranked', 'text', 'jsonlogic', 'dataview'])
    .describe('Which engine answers, and which parameters it takes.'),
  query: z
    .string()
    .optional()
    .describe(
      'For mode "ranked": a question or words. For mode "text": words that must all occur. For mode "dataview": a TABLE or LIST query.',
    ),
  logic: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('For mode "jsonlogic": one rule, such as {"in": ["work", {"var": "tags"}]}.'),
  contextLength: z
    .number()
    .int()
    .positive()
    .default(100)
    .describe('Mode "text": characters on each side.'),
  pathPrefix: z
    .string()
    .optional()
    .describe('Modes "ranked" and "text": only notes whose path starts so.'),
  maxMatchesPerHit: z
    .number()
    .int()
    .positive()
    .default(10)
    .describe('Mode "text": places per note.'),
  cursor: z.string().optional().describe('nextCursor of the page before.'),
});
type Input = z.output<typeof input>;
type TextResult = Extract<SearchResult, { mode: 'text' }>;

export const agentSearch = defineOperation({
  name: 'agent.search',
  summary:
    'Search the notes. Mode "ranked", the one to begin with, takes "query", a question or words in any form, and returns the best notes first with the passage that answers; "quotes" keep words together, -word excludes. Mode "text" takes "query" (words that must all occur in the name or the text of a note, in any case), "contextLength", "pathPrefix" and "maxMatchesPerHit". Mode "jsonlogic" takes "logic", a rule over path, content, frontmatter, tags, stat, links, backlinks and unresolvedLinks, with "glob" and "regexp" whose pattern comes first: {"glob": ["Projects/*.md", {"var": "path"}]}. Mode "dataview" takes "query", a Dataview TABLE or LIST. Notes that link to Target: {"regexp": ["\\\\[\\\\[Target(\\\\||\\\\\\\\\\\\||#|\\\\]\\\\])", {"var": "content"}]}. Results come in pages of 50; pass nextCursor as "cursor" for the next.',
  access: 'read',
  at: { mcp: 'obsidian_search_notes' },
  input,
  output: z.object({ result: searchResult, effectiveQuery: z.string().optional(), notice }),
  fails: ['forbidden', 'invalid-input', 'timed-out', 'unsupported'],

  async run(call, input) {
    if (input.mode === 'text') return searchText(call, input);
    if (input.mode === 'ranked') {
      const query = requireQuery(input);
      const found = await searchBest(call, { ...input, query });
      return toOutput(input, { mode: 'ranked', ...found }, query);
    }
    if (input.pathPrefix !== undefined) throw prefixNeedsText(input.mode);
    const query = input.mode === 'dataview' ? input.query : undefined;
    return toOutput(input, await search(call, input), query);
  },
  say: ({ result }) => saySearch(result),
});

async function search(call: Call, input: Input): Promise<SearchResult> {
  const { mode, cursor } = input;
  const { signal } = call;
  const searching =
    mode === 'jsonlogic'
      ? call.queries.rule(requireLogic(input), { signal })
      : call.queries.dql(requireQuery(input), { signal });
  const { items, total, nextCursor } = paginate(await withoutNames(searching), cursor);
  const page = { totalCount: total, ...(nextCursor !== undefined && { nextCursor }) };
  return { mode: mode === 'jsonlogic' ? mode : 'dataview', hits: items, ...page };
}

function toOutput(input: Input, result: SearchResult, query: string | undefined) {
  return {
    result,
    ...(query !== undefined && { effectiveQuery: query }),
    ...(result.hits.length === 0 && { notice: whyNone(input) }),
  };
}

async function searchText(call: Call, input: Input) {
  const query = requireQuery(input);
  return toOutput(input, await searchTexts(call, await call.texts(), query, input), query);
}

async function searchTexts(
  { signal }: Call,
  texts: KnownTexts,
  query: string,
  input: Input,
): Promise<TextResult> {
  const { contextLength, maxMatchesPerHit, pathPrefix } = input;
  const { offset, limit } = parseCursor(input.cursor);
  const tokens = toTokens(query);
  const found = await texts.searchText(
    { terms: tokens, limit, offset, notesOnly: true },
    { signal, ...(pathPrefix !== undefined && { prefix: pathPrefix }) },
  );
  let units = 0;
  const hits = found.hits.map(({ path, text = '' }) => {
    const matches = matchNote(nameOf(path).slice(0, -3), text, tokens, contextLength) ?? [];
    const hit = clip(path, matches, maxMatchesPerHit);
    units += hit.matches.reduce((sum, { context }) => sum + context.length, 0);
    if (units > mcpLimits.contextUnitsMax) throw contextTooLong(contextLength);
    return hit;
  });
  const end = offset + limit;
  return {
    mode: 'text',
    hits,
    totalCount: found.total,
    ...(end < found.total && { nextCursor: toCursor(end, limit) }),
  };
}

function clip(filename: string, matches: TextMatch[], max: number) {
  const isCut = matches.length > max;
  return {
    filename,
    matches: matches.slice(0, max).map(({ context, match }) => ({ context, match })),
    ...(isCut && { totalMatches: matches.length, truncated: true }),
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

function requireQuery({ mode, query = '' }: Input): string {
  if (query.trim() !== '') return query;
  throw new VaultError('invalid-input', `The mode "${mode}" needs a query.`, {
    reason: 'query-required',
    hint: 'Pass query: the words to look for.',
    data: { mode },
  });
}

function requireLogic({ mode, logic }: Input): Record<string, unknown> {
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
    'pathPrefix works in the modes "ranked" and "text" only.',
    {
      reason: 'path-prefix-invalid-mode',
      hint: 'Leave it out; in mode "jsonlogic" use {"glob": ["Folder/*", {"var": "path"}]}.',
      data: { mode },
    },
  );
}

function whyNone({ mode, pathPrefix, cursor }: Input): string {
  if (cursor !== undefined) return 'There is nothing on this page.';
  if (pathPrefix !== undefined) {
    return `Nothing was found below the prefix "${pathPrefix}", which is compared with its case. Leave it out to search everywhere.`;
  }
  if (mode === 'ranked') return 'No note has any of these words.';
  return mode === 'text'
    ? 'Nothing was found. All words must occur in one note; try fewer, or mode "ranked".'
    : 'No note fits.';
}
