import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
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
      const counts = await known.tags();
      return { tags: counts.map(({ name, count, notes }) => ({ tag: name, count, notes })) };
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

export const tagNotes = defineOperation({
  name: 'tag.notes',
  summary: 'The notes that have a tag or a tag nested under it.',
  access: 'read',
  at: { local: 'ListTagged', web: 'tag.notes' },
  input: z.object({
    tag: z.string().min(1).describe('With or without #, case-insensitive.'),
    limit: z.int().min(1).max(limits.answerPathsMax).nullish(),
  }),
  output: z.object({ notes: z.array(z.string()), total: z.int() }),
  async run(call, { tag, limit }) {
    const pages = (await call.known()).pages.pagesWithTag(tag.startsWith('#') ? tag : `#${tag}`);
    return {
      notes: pages.slice(0, limit ?? 1000).map(({ path }) => path),
      total: pages.length,
    };
  },
});
