import { z } from 'zod';
import type { Refactored } from '../engine/changes/plan.ts';

/** What a change of many notes did, as callers see it. */
export const refactored = z.object({
  changed: z.int().describe('Places that are different: links, tags, properties.'),
  filesTouched: z.array(z.string()),
  filesLeft: z.array(z.string()).describe('Files that should change, but are not writable here.'),
  step: z.string().optional().describe('What to undo.'),
});

export function toRefactored(done: Refactored): z.output<typeof refactored> {
  const { changed, filesTouched, filesLeft, step } = done;
  return {
    changed,
    filesTouched: [...filesTouched],
    filesLeft: [...filesLeft],
    ...(step !== undefined && { step }),
  };
}
