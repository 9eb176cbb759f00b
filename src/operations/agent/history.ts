import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { oneLine } from '../../kit/one-line.ts';
import { describeOp } from '../history/describe-step.ts';
import { type Call, defineOperation } from '../operation.ts';
import { target } from './shapes.ts';
import { resolveTarget } from './target.ts';

export const agentHistory = defineOperation({
  name: 'agent.history',
  summary:
    'What was changed through this server, newest first: in one note or in the whole vault. Each change has an undoId. Edits made in Obsidian are not in it.',
  access: 'read',
  at: { mcp: 'obsidian_note_history' },
  input: z.strictObject({
    target: target.optional().describe('Left out: all notes.'),
    since: z.string().optional().describe('"today", or a date as YYYY-MM-DD.'),
    limit: z.number().int().min(1).max(mcpLimits.historyStepsMax).default(20),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        undoId: z.string(),
        at: z.string().describe('ISO 8601.'),
        client: z.string(),
        machine: z.string().optional().describe('Where it was made, if machines share the vault.'),
        why: z.string(),
        files: z.array(z.object({ what: z.string(), path: z.string(), to: z.string().optional() })),
        undoes: z.string().optional().describe('The change that this one takes back.'),
      }),
    ),
  }),
  fails: ['forbidden', 'invalid-input', 'not-found', 'path-outside-vault'],

  async run(call, { target, since, limit }) {
    const from = since === undefined ? undefined : await toTime(call, since);
    const path = target === undefined ? undefined : await resolveTarget(call, target);
    return {
      changes: call.history
        .log({ path, limit, ...(from !== undefined && { since: from }) })
        .map(({ id, at, client, machine, why, ops, undoes }) => ({
          undoId: id,
          at: new Date(at).toISOString(),
          client,
          ...(machine !== undefined && { machine }),
          why,
          files: ops.map(describeOp),
          ...(undoes !== undefined && { undoes }),
        })),
    };
  },
  say: ({ changes }) =>
    [
      `**${changes.length} ${changes.length === 1 ? 'change' : 'changes'}**`,
      ...changes.map(
        ({ undoId, at, client, machine, why }) =>
          oneLine`- \`${undoId}\` ${at} ${client}${machine === undefined ? '' : ` on ${machine}`}: ${why}`,
      ),
    ].join('\n'),
});

/** When a day begins here, or a moment that says its time itself. */
async function toTime({ periodic }: Call, since: string): Promise<number> {
  const isToday = since.trim().toLowerCase() === 'today';
  const day = isToday ? await periodic.stamp('YYYY-MM-DD') : since;
  const at = Date.parse(day.includes('T') ? day : `${day}T00:00:00`);
  if (!Number.isNaN(at)) return at;
  throw new VaultError('invalid-input', `"${since}" is not a day.`, {
    hint: 'Write "today", or a date such as "2026-01-31".',
  });
}
