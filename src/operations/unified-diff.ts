import { createTwoFilesPatch } from 'diff';

/** Lines of a unified diff; none when the texts are the same. */
export function unifiedDiff(path: string, before: string | undefined, after: string): string[] {
  if (before === after) return [];
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const patch = createTwoFilesPatch(from, `b/${path}`, before ?? '', after, undefined, undefined, {
    context: 3,
  });
  return patch.trimEnd().split('\n').slice(1);
}
