import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { searchLimits } from '../../contract/limits.ts';
import type { Question } from '../../engine/knowledge/query/questions.ts';
import type {
  Match,
  MatchOptions,
  PageOfHits,
  RankedHit,
  SearchScope,
  TextHit,
} from '../../engine/knowledge/search/types.ts';
import { type Call, defineOperation } from '../operation.ts';

const foundPlace = z.object({
  line: z.int().describe('From 1; 0 means the name of the note.'),
  start: z.int().describe('Where the match starts in the text, in UTF-16 units.'),
  end: z.int(),
  text: z.string().describe('The line of the match, with the lines around it when asked for.'),
});

const foundPassage = z.object({
  text: z.string(),
  line: z.int().describe('The line in it that answers best, from 1.'),
  heading: z.string().optional().describe('The heading above that line.'),
  marks: z
    .array(z.object({ start: z.int(), end: z.int() }))
    .describe('What was found in the text, in UTF-16 units.'),
});

const foundNote = z.object({
  path: z.string(),
  score: z.number().optional(),
  count: z.int().optional().describe('How many places there are in the note.'),
  matches: z.array(foundPlace),
  passage: foundPassage.optional().describe('Of a ranked hit: what answers best.'),
});

/** Notes on a page, and places shown of one note. */
const hitsListed = 50;
const matchesListed = 20;

export const noteSearch = defineOperation({
  name: 'note.search',
  summary: 'Find notes by words, by a pattern or by rank.',
  access: 'read',
  at: { local: 'Search', remote: 'vault.search', web: 'note.search' },
  input: z.object({
    query: z.string().min(1).describe('Words, "phrases in quotes", or a pattern.'),
    mode: z
      .enum(['text', 'regex', 'ranked', 'obsidian', 'dql', 'jsonlogic'])
      .nullish()
      .describe(
        'text: every word is in the note. regex: a JavaScript pattern. ranked: the best notes first, by their words in any form. obsidian: a query in the language of its search pane. dql: notes of a Dataview query. jsonlogic: notes that fit a rule.',
      ),
    pathPrefix: z.string().nullish().describe('Only notes below this folder.'),
    matchCase: z.boolean().nullish().describe('Case-sensitive.'),
    limit: z.int().min(1).max(searchLimits.pageMax).nullish().describe('Notes per page.'),
    matches: z
      .int()
      .min(0)
      .max(searchLimits.matchesPerNoteMax)
      .nullish()
      .describe('Matches shown per note.'),
    cursor: z.string().nullish().describe('Where the previous page ended.'),
    context: z
      .int()
      .min(0)
      .max(searchLimits.contextLinesMax)
      .nullish()
      .describe('Lines around each match.'),
  }),
  output: z.object({
    hits: z.array(foundNote),
    total: z.int().describe('Notes on all pages.'),
    truncated: z.boolean(),
    cursor: z.string().optional(),
    tookMs: z.number(),
  }),
  fails: ['invalid-input', 'timed-out'],
  async run(call, input) {
    const started = performance.now();
    if (input.mode === 'dql' || input.mode === 'jsonlogic') {
      return { ...(await askNotes(call, input.mode, input)), tookMs: since(started) };
    }
    const { query, mode, pathPrefix, matchCase, limit, matches, cursor, context } = input;
    const page = {
      limit: limit ?? hitsListed,
      ...(cursor && { cursor }),
      contextLines: context ?? 0,
      matchesMax: matches ?? matchesListed,
    };
    const folder = pathPrefix?.replace(/\/+$/, '');
    const scope = { ...(folder && { folder }), signal: call.signal };
    const found = await searchBy(call, mode ?? 'text', query, page, matchCase ?? false, scope);
    return { ...found, truncated: found.cursor !== undefined, tookMs: since(started) };
  },
});

async function searchBy(
  call: Call,
  mode: 'text' | 'regex' | 'ranked' | 'obsidian',
  query: string,
  page: MatchOptions,
  matchCase: boolean,
  scope: Omit<SearchScope, 'mayRead'>,
): Promise<Found> {
  const { searchText, searchRegex, searchCore, searchRanked } = await call.texts();
  switch (mode) {
    case 'ranked':
      return withPassages(await searchRanked({ query, ...page }, scope), page.matchesMax);
    case 'text':
      return toNotes(await searchText({ terms: toTerms(query), matchCase, ...page }, scope));
    case 'regex': {
      const flags = matchCase ? 'm' : 'im';
      return toNotes(await searchRegex({ source: query, flags, ...page }, scope));
    }
    case 'obsidian': {
      const cased = matchCase ? `match-case:(${query})` : query;
      return toNotes(await searchCore({ query: cased, ...page }, scope));
    }
  }
}

interface Asked {
  readonly query: string;
  readonly limit?: number | null | undefined;
  readonly cursor?: string | null | undefined;
}

/** The notes that a query or a rule is about; the cursor is how many came before. */
async function askNotes(
  { queries, signal }: Call,
  mode: 'dql' | 'jsonlogic',
  { query, limit, cursor }: Asked,
) {
  const question: Question =
    mode === 'dql' ? { kind: 'dql', text: query } : { kind: 'rule', logic: parseRule(query) };
  const { text = '' } = await queries.ask(question, { format: 'paths', signal });
  const paths = text.split('\n').filter((path) => path !== '');
  const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0);
  const end = from + (limit ?? hitsListed);
  return {
    hits: paths.slice(from, end).map((path) => ({ path, matches: [] })),
    total: paths.length,
    truncated: end < paths.length,
    ...(end < paths.length && { cursor: String(end) }),
  };
}

function parseRule(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VaultError('invalid-input', 'The rule is not JSON.', { reason: 'logic-invalid' });
  }
}

function since(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100;
}

/** Words stand for themselves, quotes hold words together. */
export function toTerms(query: string): string[] {
  const terms = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => phrase ?? word);
  return terms.filter((term) => term !== undefined);
}

type Found = { hits: z.output<typeof foundNote>[]; total: number; cursor?: string };

function toNotes({ hits, total, cursor }: PageOfHits<TextHit>): Found {
  return {
    hits: hits.map(({ path, matches, total: count }) => ({
      path,
      count,
      matches: matches.map(toPlace),
    })),
    total,
    ...(cursor !== undefined && { cursor }),
  };
}

function toPlace({ subject, line, context, contextStart, start, end }: Match) {
  return {
    line: subject === 'name' ? 0 : line + 1,
    start: contextStart,
    end: contextStart + (end - start),
    // Behind the last line break of a note there is no line.
    text: context.replace(/\r?\n$/, ''),
  };
}

/** A ranked hit has one passage; its matches are the lines of this passage with something found. */
function withPassages(
  { hits, total, cursor }: PageOfHits<RankedHit>,
  matchesMax: number | undefined,
): Found {
  return {
    hits: hits.map(({ path, score, passage: { text, startLine, line, heading, marks } }) => ({
      path,
      score,
      matches: marks.slice(0, matchesMax).map((mark) => toLine(text, startLine, mark)),
      passage: {
        text,
        line: line + 1,
        ...(heading !== undefined && { heading }),
        marks: marks.map(([start, end]) => ({ start, end })),
      },
    })),
    total,
    ...(cursor !== undefined && { cursor }),
  };
}

/** The line of a passage that has this mark. */
function toLine(text: string, startLine: number, [start, end]: readonly [number, number]) {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = text.slice(from).split('\n', 1);
  return {
    line: startLine + text.slice(0, start).split('\n').length,
    start: start - from,
    end: end - from,
    text: line.replace(/\r$/, ''),
  };
}
