import { applySplices, type Splice } from '../splice.ts';
import { type Relinked, retargetLinks } from './relink.ts';
import { type NewPath, type Retarget, toRetarget } from './relink-target.ts';

/**
 * Members with a text as value, other texts, and where objects begin and end. In valid JSON a quote
 * outside of a string opens one, and a key is a string before a colon.
 */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"|[{}]/g;

/** A member of an object, and where its value stands. */
interface Member {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}
type Members = Map<string, Member>;

/** Points file nodes of a canvas elsewhere, and links in its cards. */
export function relinkCanvas(json: string, newFile: NewPath, newPath: NewPath): Relinked {
  return retargetCanvas(json, toRetarget(newPath), ({ path }) => {
    const next = newFile(path.slice(1));
    return next === undefined ? undefined : { path: next };
  });
}

/**
 * The same where subpaths may change, too. File nodes have whole paths, which are asked for with a
 * slash in front. The layout of the file stays: only values that change are written anew.
 */
export function retargetCanvas(
  json: string,
  inCards: Retarget,
  ofFiles: Retarget = inCards,
): Relinked {
  if (!isJson(json)) return { text: json, count: 0 };
  const splices: Splice[] = [];
  const open: Members[] = [];
  let count = 0;
  for (const { 0: token, 1: key, 2: gap = '', 3: value = '', index } of json.matchAll(tokens)) {
    if (token === '{') open.push(new Map());
    else if (token === '}') count += retargetNode(open.pop() ?? new Map());
    else if (key !== undefined) {
      const start = index + key.length + gap.length;
      const member = { value: String(JSON.parse(value)), start, end: start + value.length };
      open.at(-1)?.set(String(JSON.parse(key)), member);
    }
  }
  return { text: applySplices(json, splices), count };

  /** How many links of a node or a card lead elsewhere from now on. */
  function retargetNode(node: Members): number {
    const replace = (name: string, text: string | undefined): void => {
      const member = node.get(name);
      if (member === undefined || text === undefined) return;
      splices.push({ start: member.start, end: member.end, text: JSON.stringify(text) });
    };
    const text = node.get('text')?.value;
    const card = text === undefined ? undefined : retargetLinks(text, inCards);
    if (card !== undefined && card.count > 0) replace('text', card.text);
    let links = card?.count ?? 0;
    for (const name of ['file', 'background']) {
      const file = node.get(name)?.value;
      if (file === undefined) continue;
      const subpath = (name === 'file' && node.get('subpath')?.value) || '';
      const next = ofFiles({ path: `/${file}`, subpath });
      if (next === undefined) continue;
      replace(name, next.path?.replace(/^\//, ''));
      replace('subpath', next.subpath);
      links++;
    }
    return links;
  }
}

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
