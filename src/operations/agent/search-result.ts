import * as z from 'zod';
import { fenced } from './say.ts';
import { rankedHits, sayRankedHit } from './search-ranked.ts';

const match = z.object({
  context: z.string(),
  match: z.object({
    start: z.number().int(),
    end: z.number().int(),
    contextStart: z.number().int(),
    contextEnd: z.number().int(),
  }),
});
const page = { totalCount: z.number().int(), nextCursor: z.string().optional() };

const ruleHits = z.array(z.object({ filename: z.string(), result: z.unknown() }));

export const searchResult = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('text'),
    hits: z.array(
      z.object({
        filename: z.string(),
        matches: z.array(match),
        totalMatches: z.number().int().optional(),
        truncated: z.boolean().optional(),
      }),
    ),
    ...page,
  }),
  z.object({ mode: z.literal('ranked'), hits: rankedHits, ...page }),
  z.object({ mode: z.literal('jsonlogic'), hits: ruleHits, ...page }),
  z.object({ mode: z.literal('dataview'), hits: ruleHits, ...page }),
]);
export type SearchResult = z.output<typeof searchResult>;

/** Search results as Markdown. */
export function saySearch(result: SearchResult): string {
  const more = result.nextCursor === undefined ? '' : ' · more available';
  const title = `**Search (${result.mode}) — ${result.hits.length} on this page · ${result.totalCount} total${more}**`;
  const cursor =
    result.nextCursor === undefined ? [] : [`_Next page cursor: \`${result.nextCursor}\`_`];
  return [[title, ...cursor].join('\n'), ...sayHits(result)].join('\n\n');
}

function sayHits(result: SearchResult): string[] {
  if (result.mode === 'ranked') return result.hits.map(sayRankedHit);
  return result.mode === 'text' ? result.hits.map(sayTextHit) : result.hits.map(sayResultHit);
}

type TextHit = Extract<SearchResult, { mode: 'text' }>['hits'][number];

function sayTextHit({ filename, matches, totalMatches, truncated }: TextHit): string {
  const note = truncated
    ? ` — truncated, showing first ${matches.length} of ${totalMatches} matches`
    : '';
  return [
    `### ${filename}${note}`,
    ...matches.map(
      ({ context, match: { start, end, contextStart, contextEnd } }) =>
        `match at context[${contextStart}–${contextEnd}] · subject[${start}–${end}]\n${fenced(context, 'text')}`,
    ),
  ].join('\n');
}

function sayResultHit({ filename, result }: { filename: string; result?: unknown }): string {
  return `### ${filename}\nresult:\n${fenced(JSON.stringify(result, null, 2) ?? 'null', 'json')}`;
}
