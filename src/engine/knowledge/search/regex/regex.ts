import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { parseRegexSyntax, type RegexNode } from './regex-syntax.ts';

/** A user's regular expression that compiles; running it is the business of a `RegexRunner`. */
export interface Regex {
  readonly source: string;
  /** Without `g`, which every run adds. */
  readonly flags: string;
  readonly syntax: RegexNode | undefined;
}

/** Checks a user's regular expression; a failure has the reason `regex_unsafe` or `regex_invalid`. */
export function parseRegex(
  source: string,
  flags = '',
  sourceLengthMax: number = limits.regexLengthMax,
): Regex {
  if (source.length > sourceLengthMax) {
    throw new VaultError(
      'invalid-input',
      `The regular expression is longer than ${sourceLengthMax} characters.`,
      { reason: 'regex-unsafe', hint: 'Use a shorter pattern, or search for plain words.' },
    );
  }
  const known = [...new Set(flags)].filter((flag) => flag !== 'g').join('');
  if (!/^[imsuv]*$/.test(known)) {
    throw new VaultError('invalid-input', `The flags "${flags}" are not all known.`, {
      reason: 'regex-invalid',
      hint: 'Flags are i, m, s, u and v.',
    });
  }
  compile(source, known);
  return { source, flags: known, syntax: parseRegexSyntax(source, known) };
}

/**
 * Refuses the nested repeats that make most hanging patterns: some contracts want them refused
 * by their shape, before a run that would be stopped in time anyway.
 */
export function refuseNestedRepeats(source: string): void {
  if (!/[+*}]\)[*+{]/.test(source)) return;
  throw new VaultError('invalid-input', 'The regular expression repeats a group that repeats.', {
    reason: 'regex-unsafe',
    hint: 'Take one of the repeats away: (a+)+ finds what a+ finds.',
  });
}

function compile(source: string, flags: string): void {
  try {
    new RegExp(source, flags);
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message.replace(/^.*: /s, '') : '';
    throw new VaultError('invalid-input', `The regular expression is not valid: ${detail}.`, {
      reason: 'regex-invalid',
      hint: 'Patterns are in JavaScript notation; put \\ before a character that stands for itself.',
    });
  }
}
