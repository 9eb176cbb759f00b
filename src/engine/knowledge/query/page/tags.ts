import type { Page } from '../source.ts';

/** The tags of a page as written, those of the text first. */
export function pageTags({ bodyTags, frontmatter }: Page): string[] {
  const tags = new Set(bodyTags);
  for (const part of listedUnder(frontmatter, ['tags', 'tag'])) {
    for (const tag of splitTags(part)) tags.add(tag.startsWith('#') ? tag : `#${tag}`);
  }
  return [...tags];
}

/** Each tag followed by its ancestors. */
export function withAncestors(tags: readonly string[]): string[] {
  const all = new Set<string>();
  for (const tag of tags) {
    let name = tag;
    for (;;) {
      all.add(name);
      const slash = name.lastIndexOf('/');
      if (slash === -1) break;
      name = name.slice(0, slash);
    }
  }
  return [...all];
}

/** A list is taken as it is; one text may hold several aliases, with commas between. */
export function pageAliases({ frontmatter }: Page): string[] {
  const aliases = new Set<string>();
  for (const part of listedUnder(frontmatter, ['aliases', 'alias'])) {
    if (Array.isArray(part)) for (const alias of part) aliases.add(String(alias).trim());
    else if (part) for (const alias of splitText(part, /,/)) aliases.add(alias);
  }
  return [...aliases];
}

/** Words that look like tags in the text of a list item; looser than the tags of a page. */
export function itemTags(text: string): string[] {
  const tags = new Set<string>();
  for (const [found] of text.matchAll(/#[^\s,;.:!?'"`()[\]{}]+/gu)) {
    if (/^#[^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]*$/.test(found)) {
      tags.add(found);
    }
  }
  return [...tags];
}

function listedUnder(frontmatter: Page['frontmatter'], names: readonly string[]): unknown[] {
  return Object.entries(frontmatter ?? {})
    .filter(([key]) => names.includes(key.toLowerCase()))
    .map(([, value]) => value);
}

function splitTags(raw: unknown): string[] {
  if (raw === null || raw === undefined) return [];
  if (Array.isArray(raw)) return raw.filter(Boolean).flatMap(splitTags);
  return splitText(raw, /[,\s]+/);
}

function splitText(raw: unknown, separator: RegExp): string[] {
  return String(raw)
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
