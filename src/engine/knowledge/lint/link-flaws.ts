import { isNote } from '../../../contract/paths.ts';
import { type Anchors, hasAnchor } from '../../text/markdown/anchors.ts';
import { splitTarget } from '../../text/markdown/links.ts';
import type { FrontmatterLink, Note } from '../../text/markdown/note.ts';
import type { Flaw } from './finding.ts';

/** What links of a note can lead to. */
export interface LinkTargets {
  /** Files that fit the path of a link equally well, seen from the note. */
  leadsTo(linkPath: string): readonly string[];
  /** Whether the path is that of something other than a linkable file. */
  existsOtherwise(linkPath: string): boolean;
  /** Undefined when the note cannot be read. */
  anchorsOf(path: string): Anchors | undefined;
}

interface WrittenLink {
  readonly target: string;
  readonly start: number;
  readonly end: number;
  readonly isEmbed: boolean;
}

/** Links that lead nowhere, or not to one place. */
export function linkFlaws(text: string, note: Note, targets: LinkTargets): Flaw[] {
  const links = [
    ...note.frontmatterLinks.flatMap((link) => placeProperty(text, note, link)),
    ...note.links.map((link) => ({ ...link, isEmbed: false })),
    ...note.embeds.map((link) => ({ ...link, isEmbed: true })),
  ];
  return links.flatMap((link) => checkLink(link, targets) ?? []).sort((a, b) => a.start - b.start);
}

function checkLink(link: WrittenLink, targets: LinkTargets): Flaw | undefined {
  const { target, start, end, isEmbed } = link;
  const { path, subpath } = splitTarget(target);
  const [found, ...rivals] = targets.leadsTo(path);
  if (found === undefined) {
    if (targets.existsOtherwise(path)) return undefined;
    const code = isEmbed ? 'broken-embed' : 'broken-link';
    const what = isEmbed ? 'Nothing to embed is named' : 'No note is named';
    return { code, message: `${what} "${path}".`, start, end };
  }
  if (rivals.length > 0) {
    const message = `"${path}" fits several notes equally well: ${[found, ...rivals].join(', ')}.`;
    return { code: 'ambiguous-link', message, start, end, about: [found, ...rivals] };
  }
  if (subpath === '' || !isNote(found)) return undefined;
  const anchors = targets.anchorsOf(found);
  if (anchors === undefined || hasAnchor(anchors, subpath)) return undefined;
  const isBlock = subpath.includes('#^');
  const name = subpath.slice(subpath.lastIndexOf('#') + 1);
  const message = `"${found}" has no ${isBlock ? 'block' : 'heading'} "${name}".`;
  return { code: 'broken-anchor', message, start, end, about: [found] };
}

/** Properties are read as values; the place of a value is found in the text of its property. */
function placeProperty(text: string, note: Note, link: FrontmatterLink): WrittenLink[] {
  const [name] = link.key.split('.', 1);
  const field = note.frontmatter?.fields.find(({ key }) => key === name);
  if (field === undefined) return [];
  const at = text.indexOf(link.original, field.valueStart);
  const isThere = at !== -1 && at < field.end;
  const start = isThere ? at : field.valueStart;
  const end = isThere ? at + link.original.length : field.valueEnd;
  return [{ target: link.target, start, end, isEmbed: false }];
}
