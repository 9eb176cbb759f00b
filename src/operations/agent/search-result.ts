import * as z from 'zod';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { cutText } from '../../kit/cut-text.ts';
import { oneLine, toOneLine } from '../../kit/one-line.ts';
import { isRecord } from '../../kit/records.ts';
import { rankedHits, sayRankedHit } from './search-ranked.ts';

const match = z.object({
  context: z.string(),
  line: z.number().int().optional().describe('Of the match in the note, from 1; absent in a name.'),
  match: z.object({
    start: z.number().int(),
    end: z.number().int(),
    contextStart: z.number().int(),
    contextEnd: z.number().int(),
  }),
});
const page = {
  totalCount: z.number().int(),
  excluded: z
    .object({ count: z.number().int(), hint: z.string() })
    .optional()
    .describe('Hits after this page.'),
  nextCursor: z.string().optional(),
};

const textHits = z.array(
  z.object({
    filename: z.string(),
    matches: z.array(match),
    totalMatches: z.number().int().optional(),
    truncated: z.boolean().optional(),
  }),
);
const ruleHits = z.array(z.object({ filename: z.string(), result: z.unknown() }));

export const searchResult = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('ranked'), hits: rankedHits, ...page }),
  z.object({ mode: z.literal('text'), hits: textHits, ...page }),
  z.object({ mode: z.literal('words'), hits: textHits, ...page }),
  z.object({ mode: z.literal('jsonlogic'), hits: ruleHits, ...page }),
  z.object({ mode: z.literal('dataview'), hits: ruleHits, ...page }),
]);
export type SearchResult = z.output<typeof searchResult>;

/** Search results as Markdown. */
export function saySearch(result: SearchResult): string {
  return [sayTitle(result), ...sayHits(result, everything)].join('\n');
}

/** The same in few lines: of each note the first places, of many notes the first ones. */
export function briefSearch(result: SearchResult): string {
  const lines = sayHits(result, glimpse);
  let room = mcpLimits.briefHitsCharsMax;
  const shown = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const left = lines.length - shown.length;
  return [sayTitle(result), ...shown, ...(left === 0 ? [] : [`… ${left} more lines`])].join('\n');
}

interface Detail {
  readonly matchesMax: number;
  readonly contextLength: number;
  readonly cellLength: number;
  readonly passageLength: number;
}
const everything: Detail = {
  matchesMax: Number.POSITIVE_INFINITY,
  contextLength: Number.POSITIVE_INFINITY,
  cellLength: Number.POSITIVE_INFINITY,
  passageLength: Number.POSITIVE_INFINITY,
};
const glimpse: Detail = { matchesMax: 2, contextLength: 40, cellLength: 40, passageLength: 120 };

function sayTitle({ mode, hits, totalCount, nextCursor }: SearchResult): string {
  const more = nextCursor === undefined ? '' : ' · more available';
  const title = `**Search (${mode}) — ${hits.length} on this page · ${totalCount} total${more}**`;
  return nextCursor === undefined ? title : `${title}\n_Next page cursor: \`${nextCursor}\`_`;
}

function sayHits(result: SearchResult, detail: Detail): string[] {
  if (result.mode === 'ranked') {
    return result.hits.map((hit) => sayRankedHit(hit, detail.passageLength));
  }
  if (result.mode === 'text' || result.mode === 'words') {
    return result.hits.flatMap((hit) => sayTextHit(hit, detail));
  }
  return result.hits.every(({ result: row }) => isRecord(row)) && result.hits.length > 0
    ? sayTable(result.hits, detail)
    : result.hits.map((hit) => sayRow(hit, detail));
}

type TextHit = z.output<typeof textHits>[number];
type RuleHit = z.output<typeof ruleHits>[number];

/** `Folder/Note.md:12 …text around the match…`, one line for each place. */
function sayTextHit(
  { filename, matches, totalMatches }: TextHit,
  { matchesMax, contextLength }: Detail,
): string[] {
  const lines = matches.slice(0, matchesMax).map(({ context, line, match }) => {
    const from = Math.max(0, match.contextStart - contextLength);
    const around = context.slice(from, match.contextEnd + contextLength).toWellFormed();
    return oneLine`- ${filename}${line === undefined ? '' : `:${line}`} ${collapse(around)}`;
  });
  const left = (totalMatches ?? matches.length) - lines.length;
  return left > 0 ? [...lines, oneLine`- ${filename} ${left} more matches`] : lines;
}

/** Rows with columns as a Markdown table. */
function sayTable(hits: readonly RuleHit[], { cellLength }: Detail): string[] {
  const rows = hits.map(({ filename, result }) => ({ filename, cells: { ...Object(result) } }));
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const isAboutNotes = rows.some(({ filename }) => filename !== '');
  const toLine = (first: string, cells: readonly string[]) =>
    `| ${[...(isAboutNotes ? [first] : []), ...cells].map((cell) => toCell(cell, cellLength)).join(' | ')} |`;
  return [
    toLine('File', columns),
    `|${' --- |'.repeat(columns.length + Number(isAboutNotes))}`,
    ...rows.map(({ filename, cells }) =>
      toLine(
        filename,
        columns.map((name) => sayCell(cells[name])),
      ),
    ),
  ];
}

function sayRow({ filename, result }: RuleHit, { cellLength }: Detail): string {
  if (result === true) return oneLine`- ${filename}`;
  const said = cutText(sayCell(result), Math.min(cellLength, mcpLimits.cellCharsMax));
  return filename === '' ? oneLine`- ${said}` : oneLine`- ${filename}: ${said}`;
}

function sayCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isLink(value)) return value.path;
  if (Array.isArray(value)) return value.map(sayCell).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const linkMembers = ['path', 'subpath', 'display', 'embed'];

/** A link in a cell is shown as the path that it leads to. */
function isLink(value: unknown): value is { path: string } {
  const isOne = isRecord(value) && typeof value.path === 'string';
  return isOne && Object.keys(value).every((name) => linkMembers.includes(name));
}

function toCell(text: string, lengthMax: number): string {
  const cut = cutText(collapse(text), Math.min(lengthMax, mcpLimits.cellCharsMax));
  return toOneLine(cut.replaceAll('|', '\\|'));
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
