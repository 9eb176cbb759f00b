import * as z from 'zod';
import { lineEndingOf, withLineEnding } from '../../engine/text/edit/lines.ts';
import { applyPatch } from '../../engine/text/edit/patch.ts';
import { addTags, removeTags } from '../../engine/text/edit/tags.ts';
import { deleteProperty, setProperty } from '../../engine/text/edit/yaml/frontmatter.ts';
import { appendText } from '../add-text.ts';
import { section } from '../agent/shapes.ts';
import type { Call } from '../operation.ts';
import { replaceIn, replacement, requireRunnable } from '../replacing.ts';

const tags = z.array(z.string().min(1)).min(1);
const content = z.string();

/** What can be done to a note in one go with others. */
export const noteEdit = z.discriminatedUnion('type', [
  replacement.extend({
    type: z.literal('replace'),
    scope: z.enum(['body', 'frontmatter', 'both']).default('body'),
  }),
  z.object({ type: z.literal('append'), content }),
  z.object({ type: z.literal('write'), content: content }),
  z.object({
    type: z.literal('patch'),
    section,
    operation: z.enum(['append', 'prepend', 'replace']),
    content,
  }),
  z.object({ type: z.literal('setProperty'), key: z.string().min(1), value: z.unknown() }),
  z.object({ type: z.literal('deleteProperty'), key: z.string().min(1) }),
  z.object({ type: z.literal('addTags'), tags: tags }),
  z.object({ type: z.literal('removeTags'), tags: tags }),
]);
export type NoteEdit = z.output<typeof noteEdit>;

/** Refuses what could never run, before anything is read. */
export function requireUsable(edit: NoteEdit): void {
  if (edit.type === 'replace' && edit.useRegex) requireRunnable(edit);
}

/** The text of a note after an edit. */
export async function applyEdit(call: Call, text: string, edit: NoteEdit): Promise<string> {
  switch (edit.type) {
    case 'replace':
      return (await replaceIn(call, text, [edit], edit.scope)).text;
    case 'append':
      return appendText(text, withLineEnding(edit.content, lineEndingOf(text)));
    case 'write':
      return edit.content;
    case 'patch':
      return applyPatch(text, edit).text;
    case 'setProperty':
      return setProperty(text, edit.key, edit.value ?? null);
    case 'deleteProperty':
      return deleteProperty(text, edit.key);
    case 'addTags':
      return addTags(text, edit.tags, 'frontmatter').text;
    case 'removeTags':
      return removeTags(text, edit.tags, 'both').text;
  }
}
