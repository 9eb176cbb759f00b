import * as z from 'zod';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { describeOp } from '../history/describe-step.ts';
import { defineOperation } from '../operation.ts';
import { target } from './shapes.ts';
import { resolveTarget } from './target.ts';

export const agentHistory = defineOperation({
  name: 'agent.history',
  summary:
    'What was changed through this server, newest first: in one note, deleted ones included, or in the whole vault. Each change has an undoId for obsidian_undo. Changes made elsewhere, such as in Obsidian, are not in it.',
  access: 'read',
  at: { mcp: 'obsidian_note_history' },
  input: z.strictObject({
    target: target.optional().describe('One note; all changes when left out.'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(mcpLimits.historyStepsMax)
      .default(20)
      .describe('At most this many changes.'),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        undoId: z.string(),
        at: z.string().describe('ISO 8601.'),
        client: z.string(),
        why: z.string(),
        files: z.array(z.object({ what: z.string(), path: z.string(), to: z.string().optional() })),
        undoes: z.string().optional().describe('The change that this one takes back.'),
      }),
    ),
  }),
  fails: ['forbidden', 'invalid-input', 'not-found', 'path-outside-vault'],

  async run(call, { target, limit }) {
    const path = target === undefined ? undefined : await resolveTarget(call, target);
    return {
      changes: call.history.log({ path, limit }).map(({ id, at, client, why, ops, undoes }) => ({
        undoId: id,
        at: new Date(at).toISOString(),
        client,
        why,
        files: ops.map(describeOp),
        ...(undoes !== undefined && { undoes }),
      })),
    };
  },
  say: ({ changes }) =>
    [
      `**${changes.length} ${changes.length === 1 ? 'change' : 'changes'}**`,
      ...changes.map(({ undoId, at, client, why }) => `- \`${undoId}\` ${at} ${client}: ${why}`),
    ].join('\n'),
});
