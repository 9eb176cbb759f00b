import * as z from 'zod';
import { protocolNames } from '../../contract/callers.ts';
import { isVaultError } from '../../contract/errors.ts';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { StepFilter } from '../../engine/store/history/filter.ts';
import type { History } from '../../engine/store/history/history.ts';
import type { Step } from '../../engine/store/journal/record.ts';
import { defineOperation } from '../operation.ts';

export const historyUndoSince = defineOperation({
  name: 'history.undoSince',
  summary: 'Undo everything a client did since some time, the last change first.',
  access: 'write',
  at: { local: 'UndoSince', web: 'history.undoSince' },
  input: z.strictObject({
    client: z.string().min(1).describe('Whose changes.'),
    protocol: z.enum(protocolNames).nullish().describe('Only those through this protocol.'),
    since: z.iso.datetime({ offset: true }).describe('The moment.'),
    path: vaultPath.nullish().describe('Only changes of this path, or below it.'),
    dryRun: z.boolean().nullish().describe('Only count what would be undone.'),
  }),
  output: z.object({
    found: z.int().describe('Changes that are not undone yet.'),
    undone: z.array(z.object({ change: z.string(), step: z.string().optional() })),
    blocked: z
      .array(z.object({ change: z.string(), message: z.string(), blockedBy: z.array(z.string()) }))
      .describe('These stay: something was changed after them.'),
    more: z.boolean().describe('There are older ones; ask again.'),
  }),
  async run({ history, signal, progress }, { client, protocol, since, path, dryRun }) {
    const all = standing(history, { client, protocol, path, since: Date.parse(since) });
    const steps = dryRun ? [] : all.slice(0, overviewLimits.undoneAtOnceMax);
    const undone: { change: string; step?: string }[] = [];
    const blocked: { change: string; message: string; blockedBy: string[] }[] = [];
    for (const { id: change } of steps) {
      try {
        const { id: step } = await history.undo(change, { signal, progress });
        undone.push({ change, ...(step && { step }) });
      } catch (thrown) {
        if (!isVaultError(thrown) || thrown.code !== 'changed-on-disk') throw thrown;
        blocked.push({ change, message: thrown.message, blockedBy: toIds(thrown.about.data) });
      }
    }
    const more = !dryRun && all.length > steps.length;
    return { found: all.length, undone, blocked, more };
  },
});

/** Steps that still count: neither undone, nor the undoing of one that is meant as well. */
function standing(history: History, filter: StepFilter): Step[] {
  const undone = history.undone();
  const steps = history.log(filter);
  const meant = new Set(steps.map(({ id }) => id));
  return steps.filter(({ id, undoes = '' }) => !undone.has(id) && !meant.has(undoes));
}

function toIds(data: Readonly<Record<string, unknown>> | undefined): string[] {
  const ids = data?.blockedBy;
  return Array.isArray(ids) ? ids.map(String) : [];
}
