import { displayText } from '../../../text/markdown/links.ts';
import type { Note, Properties } from '../../../text/markdown/note.ts';

/** Where a field is: in a task, in another list item, or elsewhere. */
export type FieldHolder = 'task' | 'item' | 'text';

export interface StoredField {
  readonly key: string;
  readonly value: string;
  readonly holder: FieldHolder;
}

/** A link beyond the path that the index keeps. */
export interface LinkExtra {
  readonly subpath: string;
  /** What Obsidian shows for it. */
  readonly display: string;
  readonly isEmbed: boolean;
}

export interface StoredHeading {
  readonly level: number;
  readonly text: string;
}

/** What only queries and ranked searches ask for. */
export interface Detail {
  readonly frontmatter: Properties | undefined;
  readonly fields: readonly StoredField[];
  /** One for each link of the index, in the same order. */
  readonly extras: readonly LinkExtra[];
  readonly headings: readonly StoredHeading[];
}

type WrittenLink = Pick<Note['links'][number], 'target' | 'display'>;
/** Properties, fields, number of links that are no embeds, odd links, headings. */
type Packed = [Properties | 0, string[] | 0, number, (string | number)[] | 0, string[] | 0];

const holders: readonly FieldHolder[] = ['task', 'item', 'text'];

/** Packs the rarely used part of a note into one small string; empty when there is nothing to say. */
export function packDetail(note: Note): string {
  const { frontmatter, fields, headings, embeds, frontmatterLinks, links } = note;
  const values = frontmatter?.values ?? 0;
  const extras: (string | number)[] = [];
  packExtras(frontmatterLinks, 0, extras);
  packExtras(links, frontmatterLinks.length, extras);
  const plain = frontmatterLinks.length + links.length;
  packExtras(embeds, plain, extras);
  const lengths = fields.length + headings.length + embeds.length + extras.length;
  if (values === 0 && lengths === 0) return '';
  const packed: Packed = [
    values,
    fields.length === 0 ? 0 : packFields(note),
    plain,
    extras.length === 0 ? 0 : extras,
    headings.length === 0 ? 0 : headings.map(({ level, text }) => `${level}${text}`),
  ];
  const json = JSON.stringify(packed);
  return isOdd(json, values) ? JSON.stringify(packed, keepOdd) : json;
}

function packFields({ fields, listItems }: Note): string[] {
  return fields.flatMap(({ key, value, item }) => {
    const holder = item === -1 ? 2 : listItems[item]?.task === undefined ? 1 : 0;
    return [String(holder), key, value];
  });
}

/** Adds what a link has beyond its path: its number, its subpath, its display. */
function packExtras(
  links: readonly WrittenLink[],
  from: number,
  extras: (string | number)[],
): void {
  for (let i = 0; i < links.length; i++) {
    const link = links[i];
    if (link === undefined) continue;
    const subpath = subpathOf(link.target);
    if (subpath === '' && link.display === undefined) continue;
    extras.push(from + i, subpath, link.display ?? 0);
  }
}

/** The packed part of a note again. `paths` are its links' paths as the index keeps them. */
export function unpackDetail(packed: string, paths: readonly string[]): Detail {
  if (packed === '') {
    const extras = paths.map((target) => toExtra(target, '', 0, false));
    return { frontmatter: undefined, fields: [], extras, headings: [] };
  }
  const [frontmatter, fields, plain, written, headings] = parsePacked(packed);
  const byIndex = new Map<number, [subpath: string, display: string | number]>();
  for (let i = 0; written !== 0 && i < written.length; i += 3) {
    byIndex.set(Number(written[i]), [String(written[i + 1]), written[i + 2] ?? 0]);
  }
  return {
    frontmatter: frontmatter === 0 ? undefined : frontmatter,
    fields: fields === 0 ? [] : toFields(fields),
    extras: paths.map((target, index) => {
      const [subpath, display] = byIndex.get(index) ?? ['', 0];
      return toExtra(target, subpath, display, index >= plain);
    }),
    headings: headings === 0 ? [] : headings.map(toHeading),
  };
}

function subpathOf(target: string): string {
  const hash = target.indexOf('#');
  return hash === -1 ? '' : target.slice(hash);
}

function toExtra(
  path: string,
  subpath: string,
  display: string | number,
  isEmbed: boolean,
): LinkExtra {
  const target = path + subpath;
  const shown = displayText(typeof display === 'string' ? { target, display } : { target });
  return { subpath, display: shown, isEmbed };
}

function toHeading(packed: string): StoredHeading {
  return { level: Number(packed.charAt(0)), text: packed.slice(1) };
}

function toFields(packed: readonly string[]): StoredField[] {
  const fields: StoredField[] = [];
  for (let i = 0; i < packed.length; i += 3) {
    const holder = holders[Number(packed[i])] ?? 'text';
    fields.push({ holder, key: packed[i + 1] ?? '', value: packed[i + 2] ?? '' });
  }
  return fields;
}

/** JSON has no infinities, YAML does. They become texts with a mark, as do texts that have it. */
const mark = '\u0001';
const markInJson = '\\u0001';

/** True when JSON cannot say it as it is. What it has no number for has become `null`. */
function isOdd(json: string, values: unknown): boolean {
  return json.includes(markInJson) || (json.includes('null') && !isAllFinite(values));
}

function isAllFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  for (const inner of Object.values(value)) if (!isAllFinite(inner)) return false;
  return true;
}

function keepOdd(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return `${mark}${value}`;
  return typeof value === 'string' && value.startsWith(mark) ? mark + value : value;
}

function parsePacked(packed: string): Packed {
  if (!packed.includes(markInJson)) return JSON.parse(packed);
  return JSON.parse(packed, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value;
    return value.startsWith(mark, 1) ? value.slice(1) : Number(value.slice(1));
  });
}
