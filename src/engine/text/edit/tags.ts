import { VaultError } from '../../../contract/errors.ts';
import type { Note, Properties } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { lineEndingOf, unterminated } from './lines.ts';
import { rejected } from './section.ts';
import { applySplices, type Splice } from './splice.ts';
import { readProperties, writeProperties } from './yaml/frontmatter.ts';
import { invalidFrontmatter } from './yaml/yaml-splice.ts';

export type TagLocation = 'frontmatter' | 'inline' | 'both';

export interface NoteTags {
  readonly frontmatter: string[];
  readonly inline: string[];
  /** Those of the frontmatter first, each once. */
  readonly all: string[];
}

export interface TagChange {
  readonly text: string;
  readonly applied: string[];
  readonly skipped: string[];
}

/** The tags of a note, without `#`, where they stand. Broken frontmatter has none. */
export function listTags(text: string, note: Note = scanNote(text)): NoteTags {
  const frontmatter = [...new Set(propertyTags(note.frontmatter?.values ?? {}))];
  const inline = inlineTags(note);
  return { frontmatter, inline, all: [...new Set([...frontmatter, ...inline])] };
}

/**
 * Tags as programs around Obsidian count them: those of a list of properties, then those of the
 * text; each once, without `#`.
 */
export function listedTags(
  properties: Properties | undefined,
  bodyTags: readonly string[],
): string[] {
  const listed: unknown = properties?.tags;
  const own = Array.isArray(listed) ? listed.filter((tag) => typeof tag === 'string') : [];
  return [...new Set([...own, ...bodyTags].map((tag) => tag.replace(/^#/, '')))];
}

/** Puts tags where they are not yet. */
export function addTags(text: string, tags: readonly string[], location: TagLocation): TagChange {
  return change(text, tags, location, addToFrontmatter, addInline);
}

/** Takes tags away. A nested tag is another tag: removing `a` leaves `a/b`. */
export function removeTags(
  text: string,
  tags: readonly string[],
  location: TagLocation,
): TagChange {
  return change(text, tags, location, removeFromFrontmatter, removeInline);
}

interface Pass {
  readonly text: string;
  readonly done: readonly string[];
}

type Editor = (text: string, tags: readonly string[]) => Pass;

function change(
  text: string,
  raw: readonly string[],
  location: TagLocation,
  inFrontmatter: Editor,
  inBody: Editor,
): TagChange {
  const tags = [...new Set(raw.map(normalise).filter((tag) => tag !== ''))];
  const untouched: Pass = { text, done: [] };
  const first = location === 'inline' ? untouched : inFrontmatter(text, tags);
  const second = location === 'frontmatter' ? { ...first, done: [] } : inBody(first.text, tags);
  const applied = [...new Set([...first.done, ...second.done])];
  return { text: second.text, applied, skipped: tags.filter((tag) => !applied.includes(tag)) };
}

function addToFrontmatter(text: string, tags: readonly string[]): Pass {
  const properties = readProperties(text);
  const key = tagsKey(properties);
  const present = new Set(propertyTagsAt(properties, key));
  const done = tags.filter((tag) => !present.has(tag));
  if (done.length === 0) return { text, done };
  return {
    text: writeProperties(text, { ...properties, [key]: [...items(properties, key), ...done] }),
    done,
  };
}

function removeFromFrontmatter(text: string, tags: readonly string[]): Pass {
  const properties = readProperties(text);
  const key = tagsKey(properties);
  const present = new Set(propertyTagsAt(properties, key));
  const done = tags.filter((tag) => present.has(tag));
  if (done.length === 0) return { text, done };
  const kept = items(properties, key).filter(
    (item) => typeof item !== 'string' || !done.includes(normalise(item)),
  );
  const { [key]: _, ...others } = properties;
  return {
    text: writeProperties(text, kept.length === 0 ? others : { ...properties, [key]: kept }),
    done,
  };
}

function addInline(text: string, tags: readonly string[]): Pass {
  for (const tag of tags) refuseUnwritable(tag);
  const present = new Set(inlineTags(scanNote(text)));
  const done = tags.filter((tag) => !present.has(tag));
  if (done.length === 0) return { text, done };
  const eol = lineEndingOf(text);
  const line = done.map((tag) => `#${tag}`).join(' ');
  const result = `${text}${unterminated(text, text.length, eol)}${line}${eol}`;
  const written = new Set(inlineTags(scanNote(result)));
  if (!done.every((tag) => written.has(tag))) {
    throw rejected(
      'The note ends inside code, a comment or other text where tags do not count.',
      'Close it first, or add the tag to the frontmatter.',
    );
  }
  return { text: result, done };
}

function removeInline(text: string, tags: readonly string[]): Pass {
  const note = scanNote(text);
  const starts = new Set(note.tags.map(({ start }) => start));
  const splices: Splice[] = [];
  const done = new Set<string>();
  let free = 0;
  for (const { tag, start, end } of note.tags) {
    const name = normalise(tag);
    if (!tags.includes(name)) continue;
    done.add(name);
    const takesBefore = start > free && isBlank(text[start - 1]) && !starts.has(end);
    const from = takesBefore ? start - 1 : start;
    free = !takesBefore && isBlank(text[end]) ? end + 1 : end;
    splices.push({ start: from, end: free, text: '' });
  }
  return { text: applySplices(text, splices), done: tags.filter((tag) => done.has(tag)) };
}

/** The key that holds the tags: `tags` in any case, the way it is spelled in the note. */
function tagsKey(properties: Properties): string {
  return Object.keys(properties).find((key) => key.toLowerCase() === 'tags') ?? 'tags';
}

function items(properties: Properties, key: string): unknown[] {
  const value = Object.hasOwn(properties, key) ? properties[key] : null;
  if (Array.isArray(value)) return value;
  if (value === null) return [];
  if (typeof value === 'string') return splitTags(value);
  throw invalidFrontmatter('The property "tags" is neither a list nor a text.');
}

function propertyTagsAt(properties: Properties, key: string): string[] {
  return items(properties, key).flatMap((item) =>
    typeof item === 'string' ? [normalise(item)] : [],
  );
}

/** A list of texts, or one text split at blanks and commas; the older key `tag` counts too. */
function propertyTags(properties: Properties): string[] {
  return Object.entries(properties)
    .filter(([key]) => /^tags?$/i.test(key))
    .sort(([a], [b]) => b.length - a.length)
    .flatMap(([, value]) => (typeof value === 'string' ? splitTags(value) : value))
    .flatMap((item) => (typeof item === 'string' ? [normalise(item)] : []))
    .filter((tag) => tag !== '');
}

function splitTags(value: string): string[] {
  return value.split(/[\s,]+/).filter((tag) => tag !== '');
}

function inlineTags(note: Note): string[] {
  return [...new Set(note.tags.map(({ tag }) => normalise(tag)))];
}

function normalise(tag: string): string {
  return tag.trim().replace(/^#+/, '').trim();
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** Refuses what would not be read as one tag in a text. */
export function refuseUnwritable(tag: string): void {
  const [only, ...more] = scanNote(`#${tag}`).tags;
  if (only?.tag === `#${tag}` && more.length === 0) return;
  throw new VaultError('invalid-input', `"${tag}" cannot be written as a tag in the text.`, {
    reason: 'tag-invalid',
    hint: 'A tag has letters, digits, "_", "-" and "/", no spaces, and is not only digits.',
  });
}
