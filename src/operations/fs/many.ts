import * as z from 'zod';
import { errorCodes, toVaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';

/** Paths of one request. A bad one among them fails alone. */
export const manyPaths = z
  .array(z.string())
  .max(limits.manyPathsMax)
  .describe(`At most ${limits.manyPathsMax} paths.`);

/** Why one of many failed, in the daemon's own words. */
export const failure = z.object({
  path: z.string(),
  error: z.object({ code: z.enum(errorCodes), message: z.string() }),
});

export function toFailure(path: string, thrown: unknown): z.output<typeof failure> {
  const { code, message } = toVaultError(thrown);
  return { path, error: { code, message } };
}
