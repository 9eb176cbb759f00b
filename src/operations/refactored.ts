import * as z from 'zod';

/** What a change of many notes did, as callers see it. */
export const refactored = z.object({
  changed: z.int().describe('Places that are different: links, tags, properties.'),
  filesTouched: z.array(z.string()),
  filesLeft: z.array(z.string()).describe('Files that should change, but are not writable here.'),
  step: z.string().optional().describe('What to undo.'),
});
