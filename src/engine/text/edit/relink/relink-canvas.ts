import { type Relinked, relink } from './relink.ts';
import type { NewPath } from './relink-target.ts';

/** In valid JSON a quote outside of a string opens one, and a key is a string before a colon. */
const entries = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"/g;

/** Members of a node that name a file by its whole path. */
const fileKeys: readonly unknown[] = ['file', 'background'];

/**
 * Points file nodes and links in cards of a canvas elsewhere. The layout of the file stays as it
 * is: only values that change are written anew.
 */
export function relinkCanvas(json: string, newFile: NewPath, newPath: NewPath): Relinked {
  if (!isJson(json)) return { text: json, count: 0 };
  let count = 0;
  const text = json.replace(entries, (whole, key?: string, gap = '', value = '') => {
    if (key === undefined) return whole;
    const name: unknown = JSON.parse(key);
    const old = String(JSON.parse(value));
    if (fileKeys.includes(name)) {
      const next = newFile(old);
      if (next === undefined) return whole;
      count++;
      return key + gap + JSON.stringify(next);
    }
    const card = name === 'text' ? relink(old, newPath) : undefined;
    if (card === undefined || card.count === 0) return whole;
    count += card.count;
    return key + gap + JSON.stringify(card.text);
  });
  return { text, count };
}

export function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
