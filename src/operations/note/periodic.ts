import * as z from 'zod';
import { periods } from '../../engine/app/periodic/settings.ts';
import { defineOperation } from '../operation.ts';

export const notePeriodic = defineOperation({
  name: 'note.periodic',
  summary: 'Where the note of a day, week, month, quarter or year is, or would be made.',
  access: 'read',
  at: { local: 'GetPeriodicNote' },
  input: z.object({
    period: z.enum(periods).nullish().describe('daily when absent.'),
    date: z.iso.date().nullish().describe('A day of the period; today when absent.'),
  }),
  output: z.object({ path: z.string(), exists: z.boolean() }),
  fails: ['invalid-input', 'unavailable'],
  async run({ periodic, policy, vault }, { period, date }) {
    const path = await periodic.expected(period ?? 'daily', date ?? undefined);
    policy.requireRead(path);
    return { path, exists: vault.stat(path) !== undefined };
  },
});
