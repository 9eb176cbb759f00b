import { type Relinked, type Rewrite, relinkText } from './relink-text.ts';

/**
 * Rewrites the files and the links in cards of a canvas. The layout stays: only the values that
 * change are written anew.
 */
export function relinkCanvas(json: string, file: Rewrite, link: Rewrite): Relinked {
  if (!isJson(json)) return { text: json, count: 0 };
  let count = 0;
  // In valid JSON a quote outside of a string opens one, and a key is a string before a colon.
  const text = json.replace(entries, (whole, key?: string, gap = '', value = '') => {
    if (key === undefined) return whole;
    const name: unknown = JSON.parse(key);
    const old: unknown = JSON.parse(value);
    if (typeof old !== 'string') return whole;
    if (name === 'file') {
      const next = file(old);
      if (next === undefined) return whole;
      count++;
      return key + gap + JSON.stringify(next);
    }
    if (name !== 'text') return whole;
    const card = relinkText(old, link);
    count += card.count;
    return card.count === 0 ? whole : key + gap + JSON.stringify(card.text);
  });
  return { text, count };
}

const entries = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"/g;

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
