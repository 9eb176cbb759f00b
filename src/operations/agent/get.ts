import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import type { NoteText } from '../../engine/changes/notes.ts';
import { readSection } from '../../engine/text/edit/read-section.ts';
import { type NamedSection, nearSections } from '../../engine/text/edit/section.ts';
import { documentMap } from '../../engine/text/markdown/address.ts';
import type { Note } from '../../engine/text/markdown/note.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { defineOperation } from '../operation.ts';
import { toNoteFields } from './json.ts';
import { briefNote, type NoteView, noteView, sayNote } from './note-view.ts';
import { outgoingLinks } from './outgoing-links.ts';
import { notice, readFails, section, target } from './shapes.ts';
import { didYouMean, readTarget } from './target.ts';

const input = z.strictObject({
  format: z
    .enum(['content', 'full', 'document-map', 'section'])
    .optional()
    .describe('What to return; "content" when left out.'),
  target,
  section: section.optional().describe('For format "section".'),
  includeLinks: z.boolean().default(false).describe('With "full": also the links.'),
});

export const agentGet = defineOperation({
  name: 'agent.get',
  summary:
    'Read one note: "content" is its text, "full" adds properties, tags and times, "document-map" lists the headings, blocks and properties that edits can address, "section" is one of them with its subsections. For long notes read the map first.',
  access: 'read',
  at: { mcp: 'obsidian_get_note', local: 'GetNote' },
  input,
  output: z.object({ result: noteView, notice }),
  fails: readFails,

  async run(call, input) {
    const { format, target, includeLinks } = input;
    const isNamed = target.type === 'name';
    if (format === 'section' && input.section === undefined && !isNamed) throw sectionRequired();
    const { note, located } = await readTarget(call, target);
    const { requestedPath, notice } = located;
    const section = input.section ?? located.section;
    const usual = section === undefined ? 'content' : 'section';
    const view = toView(note, { format: format ?? usual, section, includeLinks });
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
  brief: ({ result }) => briefNote(result),
});

const sharedName =
  'Several headings could be meant. This is the first; use a full path for another.';

interface Wanted {
  readonly format: NoteView['format'];
  readonly section: NamedSection | undefined;
  readonly includeLinks: boolean;
}

function toView(source: NoteText, { format, section, includeLinks }: Wanted): NoteView {
  const { path, text } = source;
  if (format === 'content') return { format, path, content: text };
  const note = scanNote(text);
  if (format === 'document-map') return { format, path, ...documentMap(note) };
  if (format === 'section') {
    if (section === undefined) throw sectionRequired();
    const value = readSection(text, note, section);
    if (value === undefined) throw sectionMissing(path, section, note);
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

function sectionMissing(path: string, section: NamedSection, note: Note): VaultError {
  const suggestions = nearSections(note, section);
  const meant = didYouMean(suggestions);
  const message = `No ${section.type} "${section.target}" in ${path}.`;
  return new VaultError('not-found', meant === '' ? message : `${message} ${meant}`, {
    path,
    reason: 'section-missing',
    hint: 'Read the note with format "document-map" to see its headings, blocks and properties.',
    data: { section, ...(suggestions.length > 0 && { suggestions }) },
  });
}
