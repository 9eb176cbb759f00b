import { isNote } from '../../../../contract/paths.ts';
import { frontmatterAliases, frontmatterTags } from '../../../text/markdown/frontmatter.ts';
import type { Note, Properties } from '../../../text/markdown/note.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import { readCanvas } from '../links/canvas.ts';
import { extensionOf } from '../links/names.ts';
import { packDetail } from './detail.ts';
import { kindOf } from './property-kinds.ts';

/** What the index takes from one text, before its strings are shared with other notes. */
export interface Summary {
  /** Link paths without subpath, in the order of properties, text, embeds; repeats kept. */
  readonly links: readonly string[];
  /** With `#`, as written: those of properties first, then those of the text; repeats kept. */
  readonly tags: readonly string[];
  /** How many of the tags are in properties. */
  readonly propertyTags: number;
  /** How many of the links are in properties. */
  readonly propertyLinks: number;
  /** Names of the top-level properties. */
  readonly keys: readonly string[];
  /** One letter for each key: what kind of value it has; see `property-kinds.ts`. */
  readonly kinds: string;
  readonly aliases: readonly string[];
  readonly openTasks: number;
  readonly doneTasks: number;
  /** Everything that only queries need, packed; see `detail.ts`. */
  readonly detail: string;
}

/** Reads the text of a file; undefined for files that have no facts. */
export function summarize(path: string, text: string): Summary | undefined {
  if (isNote(path)) return toSummary(scanNote(text));
  return extensionOf(path) === 'canvas' ? summarizeCanvas(text) : undefined;
}

/** True for files whose text the index wants. */
export function mayHaveData(path: string): boolean {
  return isNote(path) || extensionOf(path) === 'canvas';
}

export function toSummary(note: Note): Summary {
  const values = note.frontmatter?.values;
  const links: string[] = [];
  for (const { target } of note.frontmatterLinks) links.push(pathOf(target));
  for (const { target } of note.links) links.push(pathOf(target));
  for (const { target } of note.embeds) links.push(pathOf(target));
  const tags = frontmatterTags(values) ?? [];
  const propertyTags = tags.length;
  for (const { tag } of note.tags) tags.push(tag);
  let openTasks = 0;
  let doneTasks = 0;
  for (const { task } of note.listItems) {
    if (task === ' ') openTasks++;
    else if (task !== undefined) doneTasks++;
  }
  return {
    links,
    tags,
    propertyTags,
    propertyLinks: note.frontmatterLinks.length,
    keys: values === undefined ? [] : Object.keys(values),
    kinds: values === undefined ? '' : kindsOf(values),
    aliases: frontmatterAliases(values),
    openTasks,
    doneTasks,
    detail: packDetail(note),
  };
}

/** Reads the text of a canvas: its file nodes, and the links in its cards. */
function summarizeCanvas(text: string): Summary {
  const links: string[] = [];
  for (const node of readCanvas(text)) {
    // File nodes name their file by its whole path.
    if (node.file !== undefined) links.push(`/${node.file}`);
    if (node.text !== undefined) {
      const note = scanNote(node.text);
      for (const { target } of [...note.links, ...note.embeds]) links.push(pathOf(target));
    }
  }
  const none = { tags: [], keys: [], kinds: '', aliases: [], detail: '' };
  return { links, ...none, propertyTags: 0, propertyLinks: 0, openTasks: 0, doneTasks: 0 };
}

function kindsOf(values: Properties): string {
  let kinds = '';
  for (const value of Object.values(values)) kinds += kindOf(value);
  return kinds;
}

function pathOf(target: string): string {
  const hash = target.indexOf('#');
  return hash === -1 ? target : target.slice(0, hash);
}
