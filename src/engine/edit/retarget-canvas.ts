import { type Relinked, retargetLinks } from './relink.ts';
import type { Retarget } from './relink-target.ts';

/** An object without another one in it, which every node of a canvas is. */
const objects = /\{(?:"(?:[^"\\]|\\.)*"|[^{}"])*\}/g;

/** Points nodes of a canvas and links in its cards elsewhere, as `retargetLinks` does for notes. */
export function retargetCanvas(json: string, retarget: Retarget): Relinked {
  let count = 0;
  const text = json.replace(objects, (object) => {
    const node = parseNode(object);
    if (typeof node?.text === 'string') {
      const card = retargetLinks(node.text, retarget);
      count += card.count;
      return card.count === 0 ? object : withMember(object, 'text', card.text);
    }
    if (typeof node?.file !== 'string') return object;
    const subpath = typeof node.subpath === 'string' ? node.subpath : '';
    const next = retarget({ path: `/${node.file}`, subpath });
    if (next === undefined) return object;
    count++;
    const moved =
      next.path === undefined ? object : withMember(object, 'file', next.path.replace(/^\//, ''));
    return next.subpath === undefined ? moved : withMember(moved, 'subpath', next.subpath);
  });
  return { text, count };
}

/** The object with another text for one of its members; the rest of it stays as it is written. */
function withMember(object: string, name: string, value: string): string {
  const member = new RegExp(String.raw`("${name}"\s*:\s*)"(?:[^"\\]|\\.)*"`);
  return object.replace(member, (_, key: string) => key + JSON.stringify(value));
}

function parseNode(object: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(object);
  } catch {
    return undefined;
  }
}
