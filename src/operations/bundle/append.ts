import * as z from 'zod';
import { appendText, prependText } from '../add-text.ts';
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
