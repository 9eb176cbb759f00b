import * as z from 'zod';
import { isVaultError, VaultError } from '../contract/errors.ts';
import { parseRegex, refuseNestedRepeats } from '../engine/knowledge/search/regex/regex.ts';
import {
  type Replaced,
  type Replacement,
  type ReplaceScope,
  replaceSteps,
  substitute,
  toPattern,
} from '../engine/text/edit/replace.ts';
import type { Call } from './operation.ts';

/** `short` is what the list of tools says, where the name says nearly all. */
const isPlain = { short: '' };

export const replacement = z.object({
  search: z.string().min(1).describe('What to look for.').meta(isPlain),
  replace: z
    .string()
    .describe('What to put there. $1 and $& expand only with useRegex.')
    .meta({ short: '$1 and $& expand with useRegex.' }),
  useRegex: z
    .boolean()
    .default(false)
    .describe('"search" is a regular expression (ECMAScript).')
    .meta(isPlain),
  caseSensitive: z.boolean().default(true),
  wholeWord: z.boolean().default(false).describe('Match whole words only.').meta(isPlain),
  flexibleWhitespace: z
    .boolean()
    .default(false)
    .describe('A run of blanks in "search" matches any run of blanks. Not with useRegex.')
    .meta({ short: 'Any blanks match any blanks.' }),
  replaceAll: z.boolean().default(true).describe('false: only the first match.').meta(isPlain),
});

/** Patterns of callers run where they can be stopped; literal ones right here. */
export async function replaceIn(
  call: Call,
  text: string,
  replacements: readonly Replacement[],
  scope: ReplaceScope,
): Promise<Replaced> {
  const steps = replaceSteps(text, replacements, scope);
  let step = steps.next();
  while (step.done !== true) {
    const { source, flags, text: part, replacement: by, all, isRegex } = step.value;
    const done = isRegex
      ? await call.regex.replace(parseRegex(source, flags), part, by, {
          first: !all,
          signal: call.signal,
        })
      : substitute(step.value);
    step = steps.next(done);
  }
  return step.value;
}

/** All patterns are checked before any of them runs. */
export function requireRunnable(replacement: Replacement): void {
  const { source, flags } = toPattern(replacement);
  try {
    refuseNestedRepeats(source);
    parseRegex(source, flags);
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const { code, message, about } = thrown;
    throw new VaultError(code, message, { ...about, data: { search: replacement.search } });
  }
}
