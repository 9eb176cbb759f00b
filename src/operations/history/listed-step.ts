import * as z from 'zod';
import { isoTime } from '../shapes.ts';

/** A change of the vault as callers see it. */
export const listedStep = z.object({
  change: z.string().describe('Its id, to show or undo it.'),
  at: isoTime,
  protocol: z.string(),
  client: z.string(),
  why: z.string(),
  files: z.array(
    z.object({
      what: z.enum(['created', 'changed', 'deleted', 'moved', 'folder']),
      path: z.string(),
      to: z.string().optional(),
    }),
  ),
  machine: z.string().optional().describe('Where it was made, in a vault that machines share.'),
  undoes: z.string().optional().describe('The change that this one undoes.'),
  approvedBy: z.string().optional().describe('Who accepted it, where a person had to.'),
});

export type ListedStep = z.output<typeof listedStep>;
