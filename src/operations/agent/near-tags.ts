import { limits } from '../../contract/limits.ts';
import { nearest } from '../../kit/nearest.ts';
import type { Call } from '../operation.ts';

/** `There is no tag #bok. Did you mean: #book?`, for tags that no note has; undefined when all exist. */
export async function sayUnknownTags(
  call: Call,
  asked: readonly string[],
): Promise<string | undefined> {
  if (asked.length === 0) return undefined;
  const known = await call.known();
  const names = (await known.tags()).map(({ name }) => name);
  const folded = new Set(names.map((name) => name.toLowerCase()));
  const said = asked
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => !folded.has(tag.toLowerCase()))
    .map((tag) => {
      const near = nearest(tag, names, limits.suggestionsMax).map((name) => `#${name}`);
      return `There is no tag #${tag}.${near.length === 0 ? '' : ` Did you mean: ${near.join(', ')}?`}`;
    });
  return said.length === 0 ? undefined : said.join(' ');
}
