import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveNote } from '../resolve-note.ts';

interface Note {
  readonly content: string;
}

interface SectionView {
  readonly result: { readonly value_text?: string };
}

export const readCommand = defineCommand({
  name: 'read',
  group: 'notes',
  brief: 'print a note',
  summary: 'Print a note.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  flags: {
    heading: {
      type: 'string',
      short: 'H',
      value: 'HEADING',
      summary: 'Only this section; Parent::Child where one name is not enough.',
    },
  },
  examples: [
    ['vaultd read Inbox', 'a name is enough when only one note has it'],
    ['vaultd read Inbox -H Shopping', 'one section'],
    ['vaultd read "Projects/Garden plan" --json', 'with its etag, size and time'],
  ],
  async run(context, { args: [name = ''], flags }) {
    const path = await resolveNote(context, name);
    if (flags.heading === undefined) await printNote(context, path);
    else await printSection(context, path, flags.heading);
  },
});

/** The text of a note as it is, in a pager when it is long. */
export async function printNote({ out, call }: Context, path: string): Promise<void> {
  const note = await call<Note>('ReadNote', { path });
  if (out.isJson) out.json(note);
  else print(out, note.content);
}

async function printSection({ out, call }: Context, path: string, heading: string): Promise<void> {
  const view = await call<SectionView>('GetNote', {
    format: 'section',
    target: { type: 'path', path },
    section: { type: 'heading', target: heading },
  });
  if (out.isJson) out.json(view.result);
  else print(out, `${view.result.value_text ?? ''}\n`);
}

function print(out: Context['out'], text: string): void {
  out.page();
  out.write(text);
  if (out.isTerminal && !text.endsWith('\n')) out.line();
}
