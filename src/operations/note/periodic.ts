import * as z from 'zod';
import { periods } from '../../engine/app/periodic/settings.ts';
import { defineOperation } from '../operation.ts';

export const notePeriodic = defineOperation({
  name: 'note.periodic',
  summary: 'The path of the note of a day, week, month, quarter or year, whether it exists or not.',
  access: 'read',
  at: { local: 'GetPeriodicNote' },
  input: z.object({
    period: z.enum(periods).nullish().describe('Default: daily.'),
    date: z.iso.date().nullish().describe('A day in the period. Default: today.'),
  }),
  output: z.object({ path: z.string(), exists: z.boolean() }),
  fails: ['invalid-input', 'unavailable'],
  async run({ periodic, policy, vault }, { period, date }) {
    const path = await periodic.expected(period ?? 'daily', date ?? undefined);
    policy.requireRead(path);
    return { path, exists: vault.stat(path) !== undefined };
  },
});
