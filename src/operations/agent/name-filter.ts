import { isVaultError, VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { parseRegex, refuseNestedRepeats } from '../../engine/knowledge/search/regex/regex.ts';
import type { Call } from '../operation.ts';

/** Says for each name whether it is wanted. */
export type NameFilter = (names: readonly string[]) => Promise<readonly boolean[]>;

/** A filter by a caller's regular expression, which is checked at once and run where it can be stopped. */
export function createNameFilter(call: Call, nameRegex: string | undefined): NameFilter {
  if (nameRegex === undefined) return async (names) => names.map(() => true);
  try {
    refuseNestedRepeats(nameRegex);
    const regex = parseRegex(nameRegex, '', limits.namePatternCharactersMax);
    return (names) => call.regex.test(regex, { texts: names }, { signal: call.signal });
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const { code, message, about } = thrown;
    throw new VaultError(code, message, { ...about, data: { nameRegex } });
  }
}
