import { createTwoFilesPatch } from 'diff';

/** Lines of a unified diff; none when the texts are the same. */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string,
  context = 3,
): string[] {
  if (before === after) return [];
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const patch = createTwoFilesPatch(from, `b/${path}`, before ?? '', after, undefined, undefined, {
    context,
  });
  return patch.replace(/\n$/, '').split('\n').slice(1);
}
