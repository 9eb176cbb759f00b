import * as z from 'zod';
import { approvalLimits } from '../../contract/approval-limits.ts';
import { defineOperation } from '../operation.ts';
import { approvalShape, toApprovalShape } from './shapes.ts';

const id = z.string().describe('As listed.');
const decided = approvalShape.extend({
  left: z.int().describe('Hunks that still wait.'),
});

export const approvalAccept = defineOperation({
  name: 'approval.accept',
  summary:
    'Accept a waiting change, or some of its hunks. Fails if the same lines have changed since.',
  access: 'admin',
  at: { local: 'AcceptApproval', web: 'approval.accept' },
  input: z.strictObject({
    id,
    hunks: z
      .array(z.string())
      .min(1)
      .nullish()
      .describe('Only these hunks; the others keep waiting (default: all).'),
    text: z
      .string()
      .nullish()
      .describe('Text to write instead of the proposed one, if the change affects one file.'),
  }),
  output: decided,
  fails: ['changed-on-disk', 'forbidden', 'invalid-input', 'not-found'],
  async run({ approvals, signal, progress }, { id, hunks, text }) {
    const choice = { parts: hunks ?? undefined, text: text ?? undefined };
    const proposal = await approvals.accept(id, { ...choice, signal, progress });
    return { ...toApprovalShape(proposal), left: approvals.parts(id).length };
  },
});

export const approvalReject = defineOperation({
  name: 'approval.reject',
  summary: 'Reject a waiting change, or some of its hunks.',
  access: 'admin',
  at: { local: 'RejectApproval', web: 'approval.reject' },
  input: z.strictObject({
    id,
    hunks: z
      .array(z.string())
      .min(1)
      .nullish()
      .describe('Only these hunks; the others keep waiting (default: all).'),
    reason: z
      .string()
      .max(approvalLimits.reasonLengthMax)
      .nullish()
      .describe('A message for the agent.'),
  }),
  output: decided,
  fails: ['changed-on-disk', 'forbidden', 'not-found'],
  async run({ approvals }, { id, hunks, reason }) {
    const proposal = await approvals.reject(id, {
      parts: hunks ?? undefined,
      ...(reason && { reason }),
    });
    return { ...toApprovalShape(proposal), left: approvals.parts(id).length };
  },
});
