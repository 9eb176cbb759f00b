import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { textRange } from '../../contract/range-schema.ts';
import { findRange } from '../../engine/app/workspace/find-range.ts';
import { defineOperation } from '../operation.ts';

const line = z.int().min(0).nullish();

export const workspaceOpen = defineOperation({
  name: 'workspace.open',
  summary: 'Make a note the active one in the workspace, or only open it.',
  access: 'read',
  at: { local: 'OpenNote', ide: 'openFile', web: 'workspace.open' },
  input: z.object({
    path: vaultPath,
    front: z.boolean().nullish().describe('Make it the active note. Default: true.'),
    startText: z.string().nullish().describe('Select the first occurrence of this text.'),
    endText: z.string().nullish().describe('Select up to the end of this text after it.'),
    toLineEnd: z.boolean().nullish().describe('Select up to the end of the line.'),
    startLine: line.describe('Select from this line, counted from zero.'),
    endLine: line.describe('Select to this line, inclusive.'),
  }),
  output: z.object({
    path: z.string(),
    lineCount: z.int(),
    match: z
      .enum(['none-wanted', 'nothing', 'start', 'start-without-end', 'both'])
      .describe('Which of the wanted texts were found.'),
    selection: textRange.optional(),
  }),
  fails: ['is-a-folder', 'not-found'],
  async run({ notes, workspace, session }, { path, front, ...wanted }) {
    const { text } = await notes.read(path);
    const found = findRange(text, wanted);
    workspace.open(session, path, { front: front ?? true, ...found });
    const { match, selection } = found;
    return { path, lineCount: text.split('\n').length, match, selection };
  },
});
