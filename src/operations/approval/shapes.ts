import * as z from 'zod';
import type { Part } from '../../engine/store/approvals/parts.ts';
import { approvalStates, type ProposedChange } from '../../engine/store/approvals/proposal.ts';
import { describeOp } from '../history/describe-step.ts';
import { listedStep } from '../history/listed-step.ts';
import { isoTime } from '../shapes.ts';

/** A change that waits for a person, or waited. */
export const approvalShape = z.object({
  id: z.string(),
  at: isoTime,
  protocol: z.string(),
  client: z.string().describe('Who wants to make the change.'),
  why: z.string(),
  state: z.enum(approvalStates),
  files: listedStep.shape.files,
  steps: z.array(z.string()).describe('The changes that were made of what was accepted.'),
  decidedAt: isoTime.optional(),
  decidedBy: z.string().optional(),
  reason: z.string().optional().describe('Why it was rejected.'),
});

export type ApprovalShape = z.output<typeof approvalShape>;

/** The smallest thing that can be accepted or rejected. */
export const hunkShape = z.object({
  id: z.string(),
  what: listedStep.shape.files.element.shape.what,
  path: z.string(),
  to: z.string().optional(),
  line: z.int().optional().describe('Of a text that changes: the first line, from one.'),
  removed: z.array(z.string()).optional().describe('Lines without their ends.'),
  added: z.array(z.string()).optional(),
});

export function toApprovalShape(proposal: ProposedChange): ApprovalShape {
  const { id, at, by, why, state, asked, steps, decided } = proposal;
  return {
    id,
    at: new Date(at).toISOString(),
    ...by,
    why,
    state,
    files: asked.map(describeOp),
    steps: [...steps],
    ...(decided && { decidedAt: new Date(decided.at).toISOString(), decidedBy: decided.by }),
    ...(decided?.reason && { reason: decided.reason }),
  };
}

export function toHunkShape({ id, op, hunk }: Part): z.output<typeof hunkShape> {
  const about = { id, ...describeOp(op) };
  if (hunk === undefined) return about;
  const { start, removed, added } = hunk;
  return { ...about, line: start + 1, removed: removed.map(toLine), added: added.map(toLine) };
}

function toLine(line: string): string {
  return line.replace(/\r?\n$/, '');
}
