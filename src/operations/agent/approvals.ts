import * as z from 'zod';
import { approvalLimits } from '../../contract/approval-limits.ts';
import { unknownProposal } from '../../engine/store/approvals/proposals.ts';
import { oneLine } from '../../kit/one-line.ts';
import { approvalShape, toApprovalShape } from '../approval/shapes.ts';
import { type Call, defineOperation } from '../operation.ts';

const listed = approvalShape.pick({ id: true, why: true, state: true, reason: true, steps: true });

export const agentApprovals = defineOperation({
  name: 'agent.approvals',
  summary:
    'Your changes that wait for the user, and what was decided on the last ones; with "id" one of them.',
  access: 'read',
  at: { mcp: 'obsidian_approvals' },
  input: z.strictObject({
    id: z.string().optional(),
    waitSeconds: z
      .number()
      .min(0)
      .max(approvalLimits.waitSecondsMax)
      .optional()
      .describe('Wait for the decision.'),
  }),
  output: z.object({ approvals: z.array(listed) }),
  fails: ['not-found'],
  async run(call, { id, waitSeconds = 0 }) {
    if (id === undefined)
      return { approvals: ownOf(call).slice(0, approvalLimits.agentListedMax).map(toListed) };
    if (!ownOf(call).some((each) => each.id === id)) throw unknownProposal(id);
    const proposal = await call.approvals.wait(id, waitSeconds * 1000, call.signal);
    return { approvals: proposal === undefined ? [] : [toListed(proposal)] };
  },
  say: ({ approvals }) =>
    approvals.length === 0
      ? 'None of your changes waits for approval.'
      : approvals
          .map(({ id, state, why, reason, steps }) => {
            const undo = steps.length > 0 ? ` (undo: ${steps.join(', ')})` : '';
            return oneLine`- ${id} **${state}** ${why}${reason ? `: ${reason}` : ''}${undo}`;
          })
          .join('\n'),
});

/** An agent sees its own alone. */
function ownOf({ approvals, caller: { protocol, client } }: Call) {
  return approvals.list().filter(({ by }) => by.protocol === protocol && by.client === client);
}

function toListed(proposal: Parameters<typeof toApprovalShape>[0]): z.output<typeof listed> {
  const { id, why, state, reason, steps } = toApprovalShape(proposal);
  return { id, why, state, steps, ...(reason !== undefined && { reason }) };
}
