import { limits } from '../../../../contract/limits.ts';

const known = new Map<string, string>();

/**
 * The one copy of a short text. Rows share few texts such as "open" and "done": kept once they take
 * no memory, and V8 compares two such copies without looking at their characters.
 */
export function intern(text: string): string {
  if (text.length > limits.queryInternLengthMax) return text;
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= limits.queryInternMax) known.clear();
  const [copy = text] = Object.keys({ [text]: 0 });
  known.set(copy, copy);
  return copy;
}
