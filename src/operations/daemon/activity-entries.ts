import * as z from 'zod';
import { overviewLimits } from '../../contract/overview-limits.ts';
import type { Step } from '../../engine/store/journal/record.ts';
import type { Denial } from '../denials.ts';
import { describe } from '../history/describe-step.ts';
import { listedStep } from '../history/listed-step.ts';
import { isoTime } from '../shapes.ts';

/** A change of the vault, as the list of activity shows it. */
export const stepEntry = listedStep.omit({ change: true }).extend({
  kind: z.literal('step'),
  id: z.string().describe('To show or undo it.'),
  filesTotal: z.int().describe('Of which only the first are listed.'),
  undoneBy: z.string().optional().describe('The change that took it back.'),
});

/** Something that a client wanted and may not. */
export const deniedEntry = z.object({
  kind: z.literal('denied'),
  id: z.string(),
  at: isoTime,
  protocol: z.string(),
  client: z.string(),
  operation: z.string(),
  message: z.string(),
  path: z.string().optional(),
  op: z.string().optional().describe('Reading or writing.'),
  rule: z.string().optional().describe('Which rule said no.'),
});

/** One entry of the list. */
export const activityEntry = z.discriminatedUnion('kind', [stepEntry, deniedEntry]);

export function toStepEntry(step: Step, undoneBy?: string): z.output<typeof stepEntry> {
  const { ops } = step;
  // A move with the links that follow it is a move: it comes first, and is never cut off.
  const moves = ops.filter(({ op }) => op === 'move');
  const others = ops.filter(({ op }) => op !== 'move');
  const shown = { ...step, ops: [...moves, ...others].slice(0, overviewLimits.stepFilesMax) };
  const { change: id, ...entry } = describe(shown);
  return { kind: 'step', id, ...entry, filesTotal: ops.length, ...(undoneBy && { undoneBy }) };
}

export function toDeniedEntry({ vault: _, at, ...denial }: Denial): z.output<typeof deniedEntry> {
  return { kind: 'denied', ...denial, at: new Date(at).toISOString() };
}
