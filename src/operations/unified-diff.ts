import { createTwoFilesPatch } from 'diff';

/** Lines of a unified diff; none when the texts are the same. */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string,
  context = 3,
): string[] {
  if (before === after) return [];
  const name = toHeaderName(path);
  const patch = createTwoFilesPatch('a', 'b', before ?? '', after, undefined, undefined, {
    context,
  });
  const [, , , ...hunks] = patch.replace(/\n$/, '').split('\n');
  return [`--- ${before === undefined ? '/dev/null' : `a/${name}`}`, `+++ b/${name}`, ...hunks];
}

/** Names are shown as they are, accents and emoji too; only what would break the line is escaped. */
function toHeaderName(path: string): string {
  return path.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
