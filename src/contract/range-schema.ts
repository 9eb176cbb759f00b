import * as z from 'zod';
import type { TextRange } from './workspace.ts';

const position = z.object({ line: z.int().min(0), character: z.int().min(0) });

/** A stretch of a text, as operations take it. */
export const textRange = z.object({
  start: position,
  end: position,
}) satisfies z.ZodType<TextRange>;
