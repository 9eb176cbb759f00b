import * as z from 'zod';
import { searchLimits } from '../../contract/limits.ts';
import { nameOf } from '../../contract/paths.ts';
import { createPace } from '../../kit/pace.ts';
import { matchNote, type TextMatch, toTokens } from '../agent/text-matches.ts';
import { defineOperation } from '../operation.ts';

const foundNote = z.object({
  path: z.string(),
  score: z.number().describe('Higher is better; comparable within one answer.'),
  matches: z.array(
    z.object({
      subject: z.enum(['name', 'text']).describe('What the offsets are about.'),
      start: z.int().describe('In UTF-16 units.'),
      end: z.int(),
      context: z.string().describe('The text around it.'),
    }),
  ),
});
type FoundNote = z.output<typeof foundNote>;

export const noteMatches = defineOperation({
  name: 'note.matches',
  summary: 'Every note whose name or text contains all the words, best first, with every match.',
  access: 'read',
  at: { rest: 'POST search/simple' },
  input: z.strictObject({
    query: z.string().describe('Words to find, case-insensitive. A note must contain all of them.'),
    contextLength: z.int().min(0).describe('Characters of context on each side of a match.'),
  }),
  output: z.object({ hits: z.array(foundNote) }),
  fails: ['invalid-input', 'timed-out'],
  async run(call, { query, contextLength }) {
    const terms = toTokens(query);
    if (terms.length === 0) return { hits: [] };
    const { searchText } = await call.texts();
    const limit = searchLimits.allMatchesNotesMax;
    const found = await searchText({ terms, limit, notesOnly: true }, { signal: call.signal });
    const pace = createPace(call.signal);
    const hits: FoundNote[] = [];
    let left = searchLimits.allMatchesUnitsMax;
    for (const { path, text = '' } of found.hits) {
      const matches =
        matchNote(nameOf(path).replace(/\.md$/i, ''), text, terms, contextLength) ?? [];
      const shown = matches.filter(({ context }, at) => {
        left -= context.length;
        return left >= 0 || at === 0;
      });
      hits.push({ path, score: scoreOf(matches, text), matches: shown.map(toFound) });
      if (pace.isDue()) await pace.pause();
    }
    return { hits: hits.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)) };
  },
});

/** A place in the name counts most; places in a long text count less than in a short one. */
function scoreOf(matches: readonly TextMatch[], text: string): number {
  const inName = matches.filter(({ subject }) => subject === 'name').length;
  const inText = matches.length - inName;
  const score = inName * nameWeight + inText / Math.sqrt(1 + text.length / usualLength);
  return Math.round(score * 1000) / 1000;
}

const nameWeight = 10;
const usualLength = 1000;

function toFound({
  subject,
  context,
  match: { start, end },
}: TextMatch): FoundNote['matches'][number] {
  return { subject, start, end, context };
}
