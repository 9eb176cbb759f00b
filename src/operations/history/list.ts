import * as z from 'zod';
import { protocolNames } from '../../contract/callers.ts';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { describe } from './describe-step.ts';
import { listedStep } from './listed-step.ts';

const stepsListed = 50;

export const historyList = defineOperation({
  name: 'history.list',
  summary: 'What was changed through vaultd, newest first.',
  access: 'read',
  at: { local: 'ListChanges' },
  input: z.object({
    path: vaultPath.nullish().describe('Only changes of this path, or below it.'),
    client: z.string().nullish().describe('Only changes of this client.'),
    protocol: z.enum(protocolNames).nullish().describe('Only changes through this protocol.'),
    since: z.iso.datetime({ offset: true }).nullish().describe('Only later ones.'),
    until: z.iso.datetime({ offset: true }).nullish().describe('Only earlier ones.'),
    limit: z
      .int()
      .min(1)
      .max(limits.historyPageMax)
      .nullish()
      .describe('At most this many. Default: 50.'),
    cursor: z.string().nullish().describe('Where the previous page ended.'),
  }),
  output: z.object({ changes: z.array(listedStep), cursor: z.string().optional() }),
  run({ history }, { since, until, limit, cursor, ...filter }) {
    const size = limit ?? stepsListed;
    const all = history.log({
      ...filter,
      since: since ? Date.parse(since) : undefined,
      until: until ? Date.parse(until) : undefined,
    });
    const start = cursor ? all.findIndex(({ id }) => id === cursor) + 1 : 0;
    const steps = all.slice(start);
    const page = steps.slice(0, size);
    const last = page.at(-1)?.id;
    return {
      changes: page.map(describe),
      ...(steps.length > size && last !== undefined && { cursor: last }),
    };
  },
});
