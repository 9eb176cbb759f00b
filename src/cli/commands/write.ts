import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { readContent } from '../content.ts';
import { toNotePath } from '../resolve-note.ts';

export const writeCommand = defineCommand({
  name: 'write',
  group: 'notes',
  brief: 'replace or make a note',
  summary: 'Give a note other text, or make a new one.',
  about: 'The text comes from TEXT, or from standard input.',
  args: [
    { name: 'NOTE', summary: 'Its path; .md may be left out.', kind: 'note' },
    { name: 'TEXT', summary: 'The new text.', isOptional: true },
  ],
  flags: {
    new: { type: 'boolean', summary: 'Refuse if the note is already there.' },
    'if-match': { type: 'string', value: 'ETAG', summary: 'Refuse if the note has changed since.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['pbpaste | vaultd write Clippings/Today', 'from standard input'],
    ['vaultd write --new Ideas/Kite "# Kite"', 'only if there is none yet'],
  ],
  async run(context, { args: [name = '', text], flags }) {
    const path = toNotePath(name);
    const content = await readContent(context, text);
    await change(context, {
      method: flags.new ? 'CreateNote' : 'WriteNote',
      params: { path, content, ...(flags['if-match'] && { if_match: flags['if-match'] }) },
      isDryRun: flags['dry-run'],
      say: () => `Wrote ${path}.`,
    });
  },
});
