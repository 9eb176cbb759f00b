import { parseDestination, parseWholeLink, splitTarget } from '../markdown/links.ts';
import type { Link, Note } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { encodePath } from './link-writing.ts';

/** What a link's path becomes; undefined when it stays. */
export type Rewrite = (path: string) => string | undefined;

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text whose links lead elsewhere now. Every byte outside their paths stays. */
export interface Relinked {
  readonly text: string;
  readonly count: number;
}

/** Rewrites the paths of links, embeds and property links of a note. */
export function relinkText(text: string, rewrite: Rewrite): Relinked {
  const note = scanNote(text);
  const splices = [
    ...[...note.links, ...note.embeds].flatMap((link) => relinkOne(text, link, rewrite)),
    ...relinkProperties(text, note, rewrite),
  ].sort((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const splice of splices) {
    out += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return { text: out + text.slice(at), count: splices.length };
}

function relinkOne(text: string, link: Link, rewrite: Rewrite): Splice[] {
  const { path } = splitTarget(link.target);
  const next = path === '' ? undefined : rewrite(path);
  if (next === undefined) return [];
  if (link.syntax === 'markdown') return relinkDestination(text, link, next);
  const open = text.indexOf('[[', link.start) + 2;
  const start = text.indexOf(path, open);
  const written = link.inTable === true ? next.replaceAll('|', '\\|') : next;
  return start === -1 ? [] : [{ start, end: start + path.length, text: written }];
}

function relinkDestination(text: string, link: Link, next: string): Splice[] {
  const open = text.indexOf('[', link.start) + (link.display?.length ?? 0) + 2;
  const destination = parseDestination(text, open, link.end);
  if (destination === undefined) return [];
  const { start } = destination;
  const hash = text.slice(start, destination.end).indexOf('#');
  const end = hash === -1 ? destination.end : start + hash;
  const angled = text.charAt(start - 1) === '<' && !/[<>#%]/.test(next);
  return [{ start, end, text: angled ? next : encodePath(next) }];
}

/** A property is a link only as a whole, so in YAML it always stands in quotes. */
function relinkProperties(text: string, note: Note, rewrite: Rewrite): Splice[] {
  const { frontmatter } = note;
  if (frontmatter === undefined) return [];
  const originals = new Set(note.frontmatterLinks.map(({ original }) => original));
  const splices: Splice[] = [];
  for (const original of originals) {
    const link = parseWholeLink(original);
    const path = link === undefined ? '' : splitTarget(link.target).path;
    const next = link === undefined || path === '' ? undefined : rewrite(path);
    if (link === undefined || next === undefined) continue;
    const markdown = link.syntax === 'markdown';
    const changed = markdown
      ? relinkText(original, rewrite).text
      : original.replace(path, () => next);
    for (const start of quotedPlaces(text, original, frontmatter.yamlStart, frontmatter.yamlEnd)) {
      splices.push({ start, end: start + original.length, text: changed });
    }
  }
  return splices;
}

function quotedPlaces(text: string, wanted: string, from: number, to: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (end > to) break;
    const quote = text.charAt(at - 1);
    if ((quote === '"' || quote === "'") && text.charAt(end) === quote) places.push(at);
  }
  return places;
}
