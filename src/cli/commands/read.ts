import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';

interface Note {
  readonly content: string;
}

export const readCommand = defineCommand({
  name: 'read',
  group: 'notes',
  summary: 'Print a note.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  examples: [
    ['vaultd read Inbox', 'a name is enough when only one note has it'],
    ['vaultd read "Projects/Garden plan" --json', 'with its etag, size and time'],
  ],
  async run(context, { args: [name = ''] }) {
    const { out, call } = context;
    const path = await resolveNote(context, name);
    const note = await call<Note>('ReadNote', { path });
    if (out.isJson) return out.json(note);
    out.page();
    out.write(note.content);
    if (out.isTerminal && !note.content.endsWith('\n')) out.line();
  },
});
