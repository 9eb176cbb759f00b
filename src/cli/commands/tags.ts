import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';

interface TagCount {
  readonly tag: string;
  readonly count: number;
  readonly notes?: number;
}

export const tagsCommand = defineCommand({
  name: 'tags',
  group: 'find',
  summary: 'List the tags of the vault, or of one note.',
  args: [{ name: 'NOTE', summary: 'Only tags of this note.', isOptional: true, kind: 'note' }],
  flags: {
    sort: {
      type: 'string',
      value: 'BY',
      choices: ['name', 'count'],
      summary: 'Sort by name or by count.',
    },
  },
  examples: [
    ['vaultd tags', 'a tree with counts'],
    ['vaultd tags --sort count | head', 'the most used ones'],
  ],
  async run(context, { args: [name], flags }) {
    const { out, call } = context;
    const path = name === undefined ? undefined : await resolveNote(context, name);
    const { tags } = await call<{ tags: TagCount[] }>(
      'GetTags',
      path === undefined ? {} : { path },
    );
    const byCount = flags.sort === 'count';
    const sorted = byCount ? tags.toSorted((a, b) => b.count - a.count) : tags;
    if (out.isJson) {
      out.json(sorted);
      return;
    }
    out.page();
    const isTree = out.isTerminal && !byCount;
    const rows = sorted.map(({ tag, count }) => [
      isTree ? toBranch(tag, out.style.dim) : `#${tag}`,
      String(count),
    ]);
    out.table([{ isFlexible: true }, { align: 'right' }], rows);
  },
});

/** A nested tag stands below the one it belongs to. */
function toBranch(tag: string, dim: (text: string) => string): string {
  const names = tag.split('/');
  const name = names.at(-1) ?? '';
  return names.length === 1 ? `#${name}` : `${'  '.repeat(names.length - 1)}${dim('/')}${name}`;
}
