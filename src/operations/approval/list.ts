import * as z from 'zod';
import { approvalLimits } from '../../contract/approval-limits.ts';
import { defineOperation } from '../operation.ts';
import { approvalShape, toApprovalShape } from './shapes.ts';

export const approvalList = defineOperation({
  name: 'approval.list',
  summary: 'Changes of agents that wait for approval, or past decisions, newest first.',
  access: 'read',
  at: { local: 'ListApprovals', web: 'approval.list' },
  input: z.strictObject({
    state: z
      .enum(['waiting', 'decided', 'all'])
      .nullish()
      .describe('Which changes (default: waiting).'),
    client: z.string().nullish().describe('Only changes of this client.'),
    limit: z.int().min(1).max(approvalLimits.listedMax).nullish(),
  }),
  output: z.object({
    approvals: z.array(approvalShape),
    waiting: z.int().describe('How many wait in all.'),
  }),
  run({ approvals }, { state, client, limit }) {
    const all = approvals.list();
    const wanted = all.filter(
      (each) =>
        (state === 'all' || (each.state === 'waiting') === (state !== 'decided')) &&
        (client == null || each.by.client === client),
    );
    return {
      approvals: wanted.slice(0, limit ?? approvalLimits.listedMax).map(toApprovalShape),
      waiting: all.filter((each) => each.state === 'waiting').length,
    };
  },
});
