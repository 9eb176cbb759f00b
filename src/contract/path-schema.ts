import * as z from 'zod';
import { VaultError } from './errors.ts';
import { parseVaultPath } from './paths.ts';

/** The schema of a path in any request. */
export const vaultPath = z.string().transform((raw, context) => {
  try {
    return parseVaultPath(raw);
  } catch (thrown) {
    if (!(thrown instanceof VaultError)) throw thrown;
    context.addIssue({ code: 'custom', message: thrown.message, params: { error: thrown } });
    return z.NEVER;
  }
});
