import { defineCommand } from '../command.ts';
import { plural, toSize } from '../numbers.ts';
import { resolveNote } from '../resolve-note.ts';
import { toLocal } from '../times.ts';

interface Note {
  readonly path: string;
  readonly content: string;
  readonly etag: string;
  readonly size: number;
  readonly mtime: string;
}

interface Links {
  readonly links: readonly { readonly resolved: boolean }[];
}

export const infoCommand = defineCommand({
  name: 'info',
  group: 'find',
  brief: 'what is known of a note',
  summary: 'Show what is known about a note.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  examples: [['vaultd info "Garden plan"', 'size, time, words, tags and links']],
  async run(context, { args: [name = ''] }) {
    const { out, call } = context;
    const path = await resolveNote(context, name);
    const [{ content, ...note }, { links }, { links: back }, { tags }] = await Promise.all([
      call<Note>('ReadNote', { path }),
      call<Links>('GetLinks', { path }),
      call<Links>('GetBacklinks', { path }),
      call<{ tags: { tag: string }[] }>('GetTags', { path }),
    ]);
    const words = content.split(/\s+/).filter(Boolean).length;
    const broken = links.filter(({ resolved }) => !resolved).length;
    const facts = {
      ...note,
      words,
      tags: tags.map(({ tag }) => tag),
      links: links.length,
      broken_links: broken,
      backlinks: back.length,
    };
    if (out.isJson) {
      out.json(facts);
      return;
    }
    const { cyan, red } = out.style;
    const leading = broken === 0 ? '' : `, ${red(`${broken} lead nowhere`)}`;
    out.table(
      [{}, { isFlexible: true }],
      [
        [cyan('path'), path],
        [cyan('size'), `${toSize(note.size)}, ${plural(words, 'word')}`],
        [cyan('changed'), toLocal(note.mtime)],
        [cyan('tags'), facts.tags.map((tag) => `#${tag}`).join(' ') || 'none'],
        [cyan('links'), `${links.length} out${leading}, ${back.length} in`],
        [cyan('etag'), note.etag],
      ],
    );
  },
});
