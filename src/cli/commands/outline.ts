import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';

interface Outline {
  readonly headings: readonly {
    readonly level: number;
    readonly text: string;
    readonly line: number;
  }[];
  readonly blocks: readonly string[];
  readonly properties: readonly string[];
}

export const outlineCommand = defineCommand({
  name: 'outline',
  group: 'find',
  brief: 'headings and blocks',
  summary: 'Show the headings, blocks and properties of a note.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  examples: [['vaultd outline "Garden plan"', 'what vaultd patch can change']],
  async run(context, { args: [name = ''] }) {
    const { out, call } = context;
    const path = await resolveNote(context, name);
    const outline = await call<Outline>('GetOutline', { path });
    if (out.isJson) {
      out.json(outline);
      return;
    }
    const { style } = out;
    const { headings, blocks, properties } = outline;
    out.page();
    for (const { level, text, line } of headings) {
      out.line(`${style.green(String(line).padStart(5))}  ${'  '.repeat(level - 1)}${text}`);
    }
    if (blocks.length > 0)
      out.line(`${style.dim('blocks')}  ${blocks.map((id) => `^${id}`).join(' ')}`);
    if (properties.length > 0) out.line(`${style.dim('properties')}  ${properties.join(', ')}`);
  },
});
