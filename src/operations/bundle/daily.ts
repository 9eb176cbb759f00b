import * as z from 'zod';
import { appendText, prependText } from '../add-text.ts';
import { changeNote } from '../agent/change.ts';
import { notePeriodic } from '../note/periodic.ts';
import { startOfPeriodic } from '../note/periodic-start.ts';
import { noteRead } from '../note/read.ts';
import type { Call } from '../operation.ts';
import { missingNote } from './target.ts';
import { defineVaultTool } from './tool.ts';

const date = z.iso.date().optional().describe('The day, as 2026-01-31; today when left out.');
const content = z.string().describe('Markdown to add.');
const inline = z.boolean().default(false).describe('Add without a line break in between.');
const grown = z.object({
  path: z.string(),
  created: z.boolean().describe('The note was made by this call.'),
  size: z.int(),
  etag: z.string(),
});

export const bundleDailyPath = defineVaultTool({
  name: 'dailyPath',
  summary: 'Where the daily note is, or would be made.',
  access: 'read',
  input: { date },
  output: notePeriodic.output,
  run: (call, _host, { date: day }) => notePeriodic.run(call, { period: 'daily', date: day }),
});

export const bundleDailyRead = defineVaultTool({
  name: 'dailyRead',
  summary: 'Read the daily note. A missing one is not made.',
  access: 'read',
  input: { date },
  output: noteRead.output,
  async run(call, _host, { date: day }) {
    const path = await call.periodic.expected('daily', day);
    if (!call.policy.mayRead(path) || call.vault.stat(path) === undefined) throw missingNote(path);
    return noteRead.run(call, { path });
  },
});

export const bundleDailyAppend = defineVaultTool({
  name: 'dailyAppend',
  summary: 'Add text to the end of the daily note. A missing one is made from its template.',
  access: 'write',
  input: { content, inline, date },
  output: grown,
  run: (call, _host, { content: more, inline: glued, date: day }) =>
    change(call, day, (text) => appendText(text, more, glued)),
});

export const bundleDailyPrepend = defineVaultTool({
  name: 'dailyPrepend',
  summary:
    'Add text to the start of the daily note, below its properties. A missing one is made from its template.',
  access: 'write',
  input: { content, inline, date },
  output: grown,
  run: (call, _host, { content: more, inline: glued, date: day }) =>
    change(call, day, (text) => prependText(text, more, glued)),
});

async function change(call: Call, day: string | undefined, edit: (text: string) => string) {
  const path = await call.periodic.expected('daily', day);
  const created = call.vault.stat(path) === undefined;
  const start = created ? await startOfPeriodic(call, 'daily', path) : '';
  const options = { create: true, why: `add to the daily note ${path}` };
  const make = (text: string) => ({ text: edit(text === '' ? start : text) });
  const changed = await changeNote(call, path, make, options);
  return { path, created, size: changed.currentSizeInBytes, etag: changed.hash ?? '' };
}
