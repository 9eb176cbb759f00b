import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { restLimits } from '../../contract/rest-limits.ts';
import { periods } from '../../engine/app/periodic/settings.ts';
import { defineOperation } from '../operation.ts';
import { unixMs } from '../shapes.ts';
import { startOfPeriodic } from './periodic-start.ts';

export const periodicLocate = defineOperation({
  name: 'periodic.locate',
  summary: 'The note of a period, or the path and initial text that it would have.',
  access: 'read',
  at: { rest: 'periodic/PERIOD' },
  input: z.object({
    period: z.enum(periods),
    date: z.iso.date().optional().describe('A day in the period. Default: today.'),
  }),
  output: z.object({
    path: z.string(),
    exists: z.boolean(),
    start: z.string().describe('Its template filled in, when it does not exist.'),
  }),
  fails: ['forbidden', 'not-found'],
  async run(call, { period, date }) {
    const { path, exists } = await call.periodic.locate(period, date);
    call.policy.requireRead(path);
    const start = exists ? '' : await startOfPeriodic(call, period, path);
    return { path, exists, start };
  },
});

export const periodicRecent = defineOperation({
  name: 'periodic.recent',
  summary: 'The latest notes of a period.',
  access: 'read',
  at: { rest: 'GET periodic/PERIOD/recent' },
  input: z.object({
    period: z.enum(periods),
    limit: z.int().min(1).max(restLimits.recentMax),
    withContent: z.boolean(),
  }),
  output: z.object({
    notes: z.array(z.object({ path: vaultPath, mtime: unixMs, content: z.string().optional() })),
  }),
  async run({ periodic, policy, notes }, { period, limit, withContent }) {
    const paths = (await periodic.list(period)).filter((path) => policy.mayRead(path));
    const read = await Promise.all(paths.slice(0, limit).map((path) => notes.read(path)));
    return {
      notes: read.map(({ path, text, stat }) => ({
        path,
        mtime: stat.mtime,
        ...(withContent && { content: text }),
      })),
    };
  },
});
