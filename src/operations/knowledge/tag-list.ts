import { z } from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { frontmatterTags } from '../../engine/text/markdown/frontmatter.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';

export const tagList = defineOperation({
  name: 'tag.list',
  summary: 'The tags of the vault with their counts, or those of one note.',
  access: 'read',
  at: { local: 'GetTags', web: 'tag.list' },
  input: z.object({ path: vaultPath.nullish().describe('Only tags of this note.') }),
  output: z.object({
    tags: z.array(
      z.object({
        tag: z.string(),
        count: z.int().describe('Occurrences of the tag and of those below it.'),
        notes: z.int().optional().describe('Notes that have it or one below it.'),
      }),
    ),
  }),
  fails: ['not-found'],
  async run(call, { path }) {
    if (!path) {
      const known = await call.known();
      return { tags: known.tags().map(({ name, count, notes }) => ({ tag: name, count, notes })) };
    }
    const { text } = await call.notes.read(path);
    const { frontmatter, tags } = scanNote(text);
    const all = [...(frontmatterTags(frontmatter?.values) ?? []), ...tags.map(({ tag }) => tag)];
    return { tags: countTags(all.map((tag) => tag.replace(/^#/, ''))) };
  },
});

function countTags(tags: readonly string[]): { tag: string; count: number }[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of tags) {
    const key = tag.toLowerCase();
    const known = counts.get(key) ?? { tag, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
