import * as z from 'zod';
import { cutText } from '../../kit/cut-text.ts';
import { oneLine } from '../../kit/one-line.ts';
import type { Call } from '../operation.ts';
import { parseCursor, toCursor } from './pages.ts';

export const rankedHits = z.array(
  z.object({
    filename: z.string(),
    line: z.number().int().describe('Of the passage in the note, from 1.'),
    heading: z.string().optional().describe('The heading above it.'),
    passage: z.string().describe('What of the note answers best.'),
  }),
);
type RankedHit = z.output<typeof rankedHits>[number];

interface RankedSearch {
  readonly query: string;
  readonly pathPrefix?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Hits on the first page: what a model can take in. */
const hitsListed = 10;

/** The notes that answer a question best, with the passage of each. */
export async function searchBest(
  { texts, signal }: Call,
  { query, pathPrefix, cursor }: RankedSearch,
): Promise<{ hits: RankedHit[]; totalCount: number; nextCursor?: string }> {
  const { offset, limit } =
    cursor === undefined ? { offset: 0, limit: hitsListed } : parseCursor(cursor);
  const { searchRanked } = await texts();
  const { hits, total } = await searchRanked(
    { query, offset, limit },
    { signal, ...(pathPrefix !== undefined && { prefix: pathPrefix }) },
  );
  const end = offset + limit;
  return {
    hits: hits.map(({ path, passage: { text, line, heading } }) => ({
      filename: path,
      line: line + 1,
      ...(heading !== undefined && { heading }),
      passage: text.trim(),
    })),
    totalCount: total,
    ...(end < total && { nextCursor: toCursor(end, limit) }),
  };
}

/** `- Folder/Note.md:12 (Heading) the passage`, on one line. */
export function sayRankedHit(
  { filename, line, heading, passage }: RankedHit,
  passageLengthMax: number,
): string {
  const place = heading === undefined ? `${filename}:${line}` : `${filename}:${line} (${heading})`;
  return oneLine`- ${place} ${cutText(passage.replace(/\s+/g, ' '), passageLengthMax)}`;
}
