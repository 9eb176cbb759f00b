import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';

/** What must be true of a file, or nothing is changed: hashes, or `*` for any content. */
export const fileCondition = z
  .object({
    ifMatch: z.array(z.string()).optional().describe('It has one of these versions.'),
    ifNoneMatch: z.array(z.string()).optional().describe('It has none of these versions.'),
  })
  .describe('Fail unless the file is in this state.');
export type FileCondition = z.output<typeof fileCondition>;

/** Throws unless a file with this hash, or no file, is as wanted. */
export function requireCondition(
  path: string,
  { ifMatch, ifNoneMatch }: FileCondition,
  hash: string | undefined,
): void {
  const isAmong = (hashes: readonly string[]) =>
    hash !== undefined && hashes.some((each) => each === '*' || each === hash);
  const isWrong =
    (ifMatch !== undefined && !isAmong(ifMatch)) ||
    (ifNoneMatch !== undefined && isAmong(ifNoneMatch));
  if (!isWrong) return;
  const what = hash === undefined ? `There is no "${path}".` : `"${path}" has another version.`;
  throw new VaultError('changed-on-disk', what, {
    path,
    hint: 'Read it again and make the change on what is there now.',
  });
}

/** Whether the condition says anything. */
export function isConditional({ ifMatch, ifNoneMatch }: FileCondition): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}
