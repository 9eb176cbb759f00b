import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';

const line = z.int().min(0).nullish();

export const workspaceMention = defineOperation({
  name: 'workspace.mention',
  summary: 'Mention a note, or lines of it, to a connected assistant.',
  access: 'read',
  at: { local: 'Mention', web: 'workspace.mention' },
  input: z.strictObject({
    path: vaultPath,
    lineStart: line.describe('The first line, counted from zero.'),
    lineEnd: line.describe('The last line, inclusive. Default: the first line.'),
    session: z.string().nullish().describe('Which assistant. Default: the last active one.'),
    all: z.boolean().nullish().describe('Every connected assistant.'),
  }),
  output: z.object({ sessions: z.array(z.string()).describe('The sessions that got it.') }),
  fails: ['not-found', 'unavailable', 'unsupported'],
  run({ workspace }, { path, lineStart, lineEnd, session, all }) {
    const start = lineStart ?? lineEnd;
    const end = lineEnd ?? lineStart;
    const lines =
      start == null || end == null
        ? {}
        : { lines: { start: Math.min(start, end), end: Math.max(start, end) } };
    const to = { session: session ?? undefined, all: all ?? undefined };
    return { sessions: workspace.mention({ path, ...lines }, to) };
  },
  say: ({ sessions }) =>
    `Mentioned to ${sessions.length === 1 ? 'one session' : `${sessions.length} sessions`}.`,
});
