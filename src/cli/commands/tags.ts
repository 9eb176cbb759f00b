import { UsageError } from '../arguments.ts';
import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveNote } from '../resolve-note.ts';

interface TagCount {
  readonly tag: string;
  readonly count: number;
  readonly notes?: number;
}

export const tagsCommand = defineCommand({
  name: 'tags',
  group: 'find',
  brief: 'list or set tags',
  summary: 'List tags, the notes that have one, or tag a note.',
  args: [{ name: 'NOTE', summary: 'Only tags of this note.', isOptional: true, kind: 'note' }],
  flags: {
    notes: { type: 'string', value: 'TAG', summary: 'The notes that have it, or one below it.' },
    add: { type: 'list', value: 'TAG', summary: 'Add a tag to NOTE.' },
    remove: { type: 'list', value: 'TAG', summary: 'Take a tag away from NOTE.' },
    inline: { type: 'boolean', summary: 'In the text, not in the properties.' },
    'dry-run': dryRunFlag,
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
    ['vaultd tags --notes project/garden', 'where it is used'],
    ['vaultd tags "Garden plan" --add idea', 'one more tag'],
  ],
  async run(context, { args: [name], flags }) {
    if (flags.notes !== undefined) await listNotes(context, flags.notes);
    else if (flags.add.length + flags.remove.length > 0) await tag(context, name, flags);
    else await listTags(context, name, flags.sort === 'count');
  },
});

async function listNotes({ out, call }: Context, tagged: string): Promise<void> {
  const { notes } = await call<{ notes: string[] }>('ListTagged', { tag: tagged });
  if (out.isJson) out.json(notes);
  else for (const path of notes) out.line(path);
}

interface TagFlags {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly inline: boolean;
  readonly 'dry-run': boolean;
}

async function tag(context: Context, name: string | undefined, flags: TagFlags): Promise<void> {
  if (name === undefined) throw new UsageError('NOTE is missing.');
  const path = await resolveNote(context, name, 'changing');
  for (const operation of ['add', 'remove'] as const) {
    const tags = flags[operation];
    if (tags.length === 0) continue;
    const location = flags.inline ? 'inline' : 'frontmatter';
    await change(context, {
      method: 'ManageTags',
      params: { target: { type: 'path', path }, operation, tags, location },
      isDryRun: flags['dry-run'],
      say: () => `${operation === 'add' ? 'Tagged' : 'Untagged'} ${path}.`,
    });
  }
}

async function listTags(
  context: Context,
  name: string | undefined,
  byCount: boolean,
): Promise<void> {
  const { out, call } = context;
  const path = name === undefined ? undefined : await resolveNote(context, name);
  const { tags } = await call<{ tags: TagCount[] }>('GetTags', path === undefined ? {} : { path });
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
}

/** A nested tag stands below the one it belongs to. */
function toBranch(tag: string, dim: (text: string) => string): string {
  const names = tag.split('/');
  const name = names.at(-1) ?? '';
  return names.length === 1 ? `#${name}` : `${'  '.repeat(names.length - 1)}${dim('/')}${name}`;
}
