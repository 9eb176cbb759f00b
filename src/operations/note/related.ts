import * as z from 'zod';
import { searchLimits } from '../../contract/limits.ts';
import { noSuchFile } from '../../contract/path-errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { nameOf } from '../../contract/paths.ts';
import type { RelatedNote } from '../../engine/knowledge/related.ts';
import { type Call, defineOperation } from '../operation.ts';

export const relatedNote = z.object({
  path: z.string(),
  why: z.string().describe('What connects the two notes, in words.'),
  words: z.array(z.string()).describe('Words that both have, the most telling first.'),
  linked: z
    .enum(['to', 'from', 'both'])
    .optional()
    .describe('Whether the given note links to this one, is linked from it, or both.'),
  targets: z.array(z.string()).describe('Files that both link to.'),
  sources: z.array(z.string()).describe('Notes that link to both.'),
  score: z.number(),
});

/** Related notes when no number is given. */
const relatedListed = 10;

export const noteRelated = defineOperation({
  name: 'note.related',
  summary: 'Notes related to a note, by words and links, best first.',
  access: 'read',
  at: { local: 'GetRelated', web: 'note.related' },
  input: z.object({
    path: vaultPath,
    limit: z
      .int()
      .min(1)
      .max(searchLimits.relatedMax)
      .nullish()
      .describe('Maximum number of notes.'),
  }),
  output: z.object({ notes: z.array(relatedNote) }),
  fails: ['not-found'],
  run: async (call, { path, limit }) => ({
    notes: await listRelated(call, path, limit ?? relatedListed),
  }),
});

/** The notes that are related to a note, each with the reasons. */
export async function listRelated(
  call: Call,
  path: string,
  limit: number,
): Promise<z.output<typeof relatedNote>[]> {
  const known = await call.known();
  if (!known.pages.hasFile(path)) throw noSuchFile(path, { hint: 'Check the name.' });
  const related = await known.related(path, limit, call.signal);
  return related.map((note) => {
    const { path: other, score, words, ties } = note;
    const linked = linkedBy(ties);
    return {
      path: other,
      why: sayWhy(note),
      words: [...words],
      ...(linked !== undefined && { linked }),
      targets: [...(ties?.targets ?? [])],
      sources: [...(ties?.sources ?? [])],
      score,
    };
  });
}

function linkedBy(ties: RelatedNote['ties']): 'to' | 'from' | 'both' | undefined {
  if (ties?.isLinked && ties.isLinking) return 'both';
  if (ties?.isLinked) return 'to';
  return ties?.isLinking ? 'from' : undefined;
}

/** "linked from it; links to the same three notes; shares: pruning, rootstock" */
function sayWhy({ words, ties }: RelatedNote): string {
  const { targets = [], sources = [] } = ties ?? {};
  const linked = linkedBy(ties);
  return [
    ...(linked === undefined ? [] : [sayLinked[linked]]),
    ...(targets.length === 0 ? [] : [`links to ${saySame(targets)}`]),
    ...(sources.length === 0 ? [] : [`linked from ${saySame(sources)}`]),
    ...(words.length === 0 ? [] : [`shares: ${words.join(', ')}`]),
  ].join('; ');
}

const sayLinked = {
  to: 'linked from this note',
  from: 'links to this note',
  both: 'linked in both directions',
} as const;

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function saySame(paths: readonly string[]): string {
  const [only = ''] = paths;
  if (paths.length === 1) return `the same note: ${nameOf(only).replace(/\.md$/, '')}`;
  return `the same ${numbers[paths.length - 2] ?? paths.length} notes`;
}
