import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { periods } from '../../engine/app/periodic/settings.ts';
import { appendText } from '../add-text.ts';
import { requireNewPath } from '../new-name.ts';
import { defineOperation } from '../operation.ts';
import { startOfPeriodic } from './periodic-start.ts';

export const noteAppend = defineOperation({
  name: 'note.append',
  summary: 'Add text to the end of a note, on a new line.',
  access: 'write',
  at: { local: 'AppendNote', web: 'note.append' },
  input: z.object({
    path: vaultPath.describe('The note to add to.'),
    content: z.string().describe('What to add.'),
    create: z.boolean().nullish().describe('Create the note if it is missing.'),
    period: z
      .enum(periods)
      .nullish()
      .describe(
        'With create: start a missing note from the template of this kind of periodic note.',
      ),
    ifMatch: z.string().nullish().describe('Fail if the etag of the note has changed.'),
  }),
  output: z.object({
    path: z.string(),
    etag: z.string(),
    step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
  }),
  fails: ['changed-on-disk', 'is-a-folder', 'not-a-folder', 'not-found'],
  async run(call, { path, content, create, period, ifMatch }) {
    if (create === true) requireNewPath(call, path);
    const isNew = create === true && period != null && call.vault.stat(path) === undefined;
    const start = isNew ? await startOfPeriodic(call, period, path) : '';
    const add = (text: string) => appendText(text === '' ? start : text, content);
    const { hash = '', step } = await call.notes.update(path, add, {
      create: create === true,
      signal: call.signal,
      why: `append to ${path}`,
      ...(ifMatch && { expectedHash: ifMatch }),
    });
    return { path, etag: hash, ...(step && { step }) };
  },
});
