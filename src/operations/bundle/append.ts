import { z } from 'zod';
import { lineEndingOf, unterminated } from '../../engine/text/edit/lines.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { changeNote } from '../agent/change.ts';
import type { Call } from '../operation.ts';
import type { LocatedNote } from './target.ts';
import { defineNoteTool } from './tool.ts';

const input = {
  content: z.string().describe('Markdown to add.'),
  inline: z.boolean().default(false).describe('Add without a line break in between.'),
};
const grown = { path: z.string(), size: z.int(), previousSize: z.int(), etag: z.string() };

export const bundleAppend = defineNoteTool({
  name: 'append',
  summary: 'Add text to the end of a note. The note must exist.',
  access: 'write',
  input,
  output: z.object({ ...grown, appended: z.literal(true) }),
  async run(call, { path }, { content, inline }) {
    const edit = (text: string) => appendText(text, content, inline);
    return { ...(await change(call, { path }, edit, 'append to')), appended: true as const };
  },
});

export const bundlePrepend = defineNoteTool({
  name: 'prepend',
  summary: 'Add text to the start of a note, below its properties. The note must exist.',
  access: 'write',
  input,
  output: z.object({ ...grown, prepended: z.literal(true) }),
  async run(call, { path }, { content, inline }) {
    const edit = (text: string) => prependText(text, content, inline);
    return { ...(await change(call, { path }, edit, 'prepend to')), prepended: true as const };
  },
});

export function appendText(text: string, content: string, inline: boolean): string {
  return text + (inline ? '' : unterminated(text, text.length, lineEndingOf(text))) + content;
}

export function prependText(text: string, content: string, inline: boolean): string {
  const { bodyStart } = scanNote(text);
  const eol = lineEndingOf(text);
  const before = text.slice(0, bodyStart);
  const gap = inline || content.endsWith('\n') ? '' : eol;
  return before + unterminated(before, before.length, eol) + content + gap + text.slice(bodyStart);
}

async function change(
  call: Call,
  { path }: Pick<LocatedNote, 'path'>,
  edit: (text: string) => string,
  verb: string,
) {
  const why = `${verb} ${path}`;
  const changed = await changeNote(call, path, (text) => ({ text: edit(text) }), { why });
  const { previousSizeInBytes, currentSizeInBytes, hash = '' } = changed;
  return { path, size: currentSizeInBytes, previousSize: previousSizeInBytes, etag: hash };
}
