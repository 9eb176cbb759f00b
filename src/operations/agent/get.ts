import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { NoteText } from '../../engine/changes/notes.ts';
import { readSection } from '../../engine/text/edit/read-section.ts';
import { documentMap } from '../../engine/text/markdown/address.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';
import { toNoteFields } from './json.ts';
import { type NoteView, noteView, sayNote } from './note-view.ts';
import { outgoingLinks } from './outgoing-links.ts';
import { notice, readFails, section, target } from './shapes.ts';
import { readTarget } from './target.ts';

const input = z.strictObject({
  format: z
    .enum(['content', 'full', 'document-map', 'section'])
    .describe('What to return of the note.'),
  target,
  section: section.optional().describe('Required for format "section", ignored otherwise.'),
  includeLinks: z
    .boolean()
    .default(false)
    .describe('With format "full": also the links in the text.'),
});

export const agentGet = defineOperation({
  name: 'agent.get',
  summary:
    'Read one note: "content" is the whole text, "full" adds properties, tags, times and optionally links, "document-map" lists the headings, blocks and properties that edits can address, "section" is one of them. Use the map before editing a section. Headings are named "Parent::Child" or by their bare name, and a heading section includes its subsections.',
  access: 'read',
  at: { mcp: 'obsidian_get_note', local: 'GetNote' },
  input,
  output: z.object({ result: noteView, notice }),
  fails: readFails,

  async run(call, input) {
    if (input.format === 'section' && input.section === undefined) throw sectionRequired();
    const { note, located } = await readTarget(call, input.target);
    const { requestedPath, notice } = located;
    const view = toView(note, input);
    const asked = requestedPath === undefined ? {} : { requestedPath };
    const isShared = view.format === 'section' && view.candidates !== undefined;
    const notices = [notice, isShared ? sharedName : undefined].filter(
      (text) => text !== undefined,
    );
    return {
      result: { ...view, ...asked, hash: note.hash },
      ...(notices.length > 0 && { notice: notices.join(' ') }),
    };
  },
  say: ({ result }) => sayNote(result),
});

const sharedName =
  'Several headings could be meant. This is the first; use a full path for another.';

type Input = Pick<z.output<typeof input>, 'format' | 'section' | 'includeLinks'>;

function toView(source: NoteText, { format, section, includeLinks }: Input): NoteView {
  const { path, text } = source;
  if (format === 'content') return { format, path, content: text };
  const note = scanNote(text);
  if (format === 'document-map') return { format, path, ...documentMap(note) };
  if (format === 'section') {
    if (section === undefined) throw sectionRequired();
    const value = readSection(text, note, section);
    if (value === undefined) throw sectionMissing(path, section);
    return { format, path, section, ...value };
  }
  return {
    format,
    path,
    ...toNoteFields(source, note),
    ...(includeLinks && { outgoingLinks: outgoingLinks(text, note) }),
  };
}

function sectionRequired(): VaultError {
  return new VaultError('invalid-input', 'The format "section" needs a section.', {
    reason: 'section-required',
    hint: 'Pass section {type, target}; the format "document-map" lists what there is.',
    data: { format: 'section' },
  });
}

function sectionMissing(path: string, section: { type: string; target: string }): VaultError {
  return new VaultError('not-found', `No ${section.type} "${section.target}" in ${path}.`, {
    path,
    reason: 'section-missing',
    hint: 'Read the note with format "document-map" to see its headings, blocks and properties.',
    data: { section },
  });
}
