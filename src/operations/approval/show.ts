import * as z from 'zod';
import { textIn } from '../../engine/store/approvals/parts.ts';
import { unknownProposal } from '../../engine/store/approvals/proposals.ts';
import { describeOp } from '../history/describe-step.ts';
import { listedStep } from '../history/listed-step.ts';
import { defineOperation } from '../operation.ts';
import { approvalShape, hunkShape, toApprovalShape, toHunkShape } from './shapes.ts';

const shownFile = listedStep.shape.files.element.extend({
  before: z.string().optional().describe('The text it was planned for, where it is text.'),
  after: z.string().optional().describe('The text that is proposed.'),
});

export const approvalShow = defineOperation({
  name: 'approval.show',
  summary: 'A waiting change: the texts before and after, and its hunks.',
  access: 'read',
  at: { local: 'GetApproval', web: 'approval.show' },
  input: z.strictObject({ id: z.string().describe('As listed.') }),
  output: approvalShape.extend({
    waits: z.array(shownFile).describe('What still waits.'),
    hunks: z.array(hunkShape).describe('Each can be accepted or rejected alone.'),
  }),
  fails: ['not-found'],
  run({ approvals }, { id }) {
    const proposal = approvals.find(id);
    if (proposal === undefined) throw unknownProposal(id);
    const contents = approvals.contents(id);
    const waits = proposal.ops.map((op) => {
      const [from, to] =
        op.op === 'put' ? [op.before, op.after] : [op.op === 'remove' ? op.before : null, null];
      const [before, after] = [textIn(contents, from), textIn(contents, to)];
      return {
        ...describeOp(op),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      };
    });
    return {
      ...toApprovalShape(proposal),
      waits,
      hunks: approvals.parts(id).map(toHunkShape),
    };
  },
});
