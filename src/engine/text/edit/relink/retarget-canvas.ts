import { applySplices, type Splice } from '../splice.ts';
import { type Relinked, retargetLinks } from './relink.ts';
import { isJson } from './relink-canvas.ts';
import type { Retarget } from './relink-target.ts';

/** Members with a text as value, other texts, and where objects begin and end. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"|[{}]/g;

/** A member of an object, and where its value stands. */
interface Member {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}
type Members = Map<string, Member>;

/** Points nodes of a canvas and links in its cards elsewhere, as `retargetLinks` does for notes. */
export function retargetCanvas(json: string, retarget: Retarget): Relinked {
  if (!isJson(json)) return { text: json, count: 0 };
  const splices: Splice[] = [];
  const open: Members[] = [];
  let count = 0;
  for (const { 0: token, 1: key, 2: gap = '', 3: value = '', index } of json.matchAll(tokens)) {
    if (token === '{') open.push(new Map());
    else if (token === '}') count += change(open.pop() ?? new Map(), retarget, splices);
    else if (key !== undefined) {
      const start = index + key.length + gap.length;
      const member = { value: String(JSON.parse(value)), start, end: start + value.length };
      open.at(-1)?.set(String(JSON.parse(key)), member);
    }
  }
  return { text: applySplices(json, splices), count };
}

/** How many links of a node or a card lead elsewhere, once the splices are made. */
function change(node: Members, retarget: Retarget, splices: Splice[]): number {
  const replace = (name: string, text: string | undefined): void => {
    const member = node.get(name);
    if (member === undefined || text === undefined) return;
    splices.push({ start: member.start, end: member.end, text: JSON.stringify(text) });
  };
  const text = node.get('text')?.value;
  if (text !== undefined) {
    const card = retargetLinks(text, retarget);
    if (card.count > 0) replace('text', card.text);
    return card.count;
  }
  const file = node.get('file')?.value;
  if (file === undefined) return 0;
  const next = retarget({ path: `/${file}`, subpath: node.get('subpath')?.value ?? '' });
  if (next === undefined) return 0;
  replace('file', next.path?.replace(/^\//, ''));
  replace('subpath', next.subpath);
  return 1;
}
