import { limits } from '../../../../contract/limits.ts';
import { regexStepsMax } from '../../search/regex/regex-cost.ts';
import { parseRegexSyntax } from '../../search/regex/regex-syntax.ts';

/**
 * Whether the user excluded a path from search and counts. `/…/` is a regular expression, anything
 * else the start of a path; case never matters.
 */
export function createExclusion(filters: readonly string[]): (path: string) => boolean {
  const prefixes: string[] = [];
  const patterns: RegExp[] = [];
  for (const filter of filters) {
    if (filter.length > 1 && filter.startsWith('/') && filter.endsWith('/')) {
      const pattern = toPattern(filter.slice(1, -1));
      if (pattern !== undefined) patterns.push(pattern);
    } else if (filter !== '') {
      prefixes.push(filter.toLowerCase());
    }
  }
  if (prefixes.length === 0 && patterns.length === 0) return () => false;
  return (path) => {
    const folded = path.toLowerCase();
    return (
      prefixes.some((prefix) => folded.startsWith(prefix)) ||
      patterns.some((pattern) => pattern.test(path))
    );
  };
}

/** A pattern that could stop everyone is passed over: the vault may come from a stranger. */
function toPattern(source: string): RegExp | undefined {
  if (source === '' || source.length > limits.regexLengthMax) return undefined;
  const steps = regexStepsMax(parseRegexSyntax(source, 'i'), limits.excludePathLength);
  if (steps > limits.excludeStepsMax) return undefined;
  try {
    return new RegExp(source, 'i');
  } catch {
    return undefined;
  }
}
