import * as z from 'zod';
import { toPrefixes } from './environment.ts';

/** Paths in a configuration that stand for themselves and everything below them. */
export const prefixes = z.array(z.string()).transform((list, context) => {
  try {
    return toPrefixes(list);
  } catch (thrown) {
    context.addIssue({ code: 'custom', message: thrown instanceof Error ? thrown.message : '' });
    return z.NEVER;
  }
});
