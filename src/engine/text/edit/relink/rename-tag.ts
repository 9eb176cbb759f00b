import type { Properties } from '../../markdown/note.ts';
import { scanNote } from '../../markdown/scan.ts';
import { applySplices } from '../splice.ts';
import { refuseUnwritable } from '../tags.ts';
import { readProperties, writeProperties } from '../yaml/frontmatter.ts';
import type { Relinked } from './relink.ts';

/** Gives a tag another name, in the text and in the properties; tags below it come along. */
export function renameTag(text: string, from: string, to: string): Relinked {
  const rename = tagRenamer(from, to);
  const splices = scanNote(text).tags.flatMap(({ tag, start, end }) => {
    const next = rename(tag);
    return next === undefined ? [] : [{ start, end, text: next }];
  });
  const inProperties = renameInProperties(applySplices(text, splices), rename);
  return { text: inProperties.text, count: splices.length + inProperties.count };
}

/** The same for what the expressions of a base ask for. */
export function renameTagInBase(text: string, from: string, to: string): Relinked {
  const rename = tagRenamer(from, to);
  let count = 0;
  const renamed = text.replace(/(?<=\bhasTag\()[^()\n]*(?=\))/g, (list) =>
    list.replace(/(\\?["'])((?:(?!\1).)*)\1/g, (literal, quote: string, tag: string) => {
      const next = rename(tag);
      if (next === undefined) return literal;
      count++;
      return `${quote}${next}${quote}`;
    }),
  );
  return { text: renamed, count };
}

type Rename = (tag: string) => string | undefined;

/** Keeps the mark that a tag has, or has not, and what stands below it. */
function tagRenamer(from: string, to: string): Rename {
  const [old, next] = [bare(from), bare(to)];
  refuseUnwritable(next);
  const folded = old.toLowerCase();
  return (tag) => {
    const name = bare(tag);
    const isMeant = name.toLowerCase() === folded || name.toLowerCase().startsWith(`${folded}/`);
    if (!isMeant) return undefined;
    const renamed = tag.slice(0, tag.indexOf(name)) + next + name.slice(old.length);
    return renamed === tag ? undefined : renamed + tag.slice(tag.indexOf(name) + name.length);
  };
}

/** A tag without its mark and without slashes at its end. */
export function bare(tag: string): string {
  return tag.trim().replace(/^#+/, '').replace(/\/+$/, '');
}

function renameInProperties(text: string, rename: Rename): Relinked {
  const { frontmatter } = scanNote(text);
  const keys = (frontmatter?.fields ?? []).map(({ key }) => key);
  if (frontmatter?.values === undefined || !keys.some(holdsTags)) return { text, count: 0 };
  const properties = readProperties(text);
  let count = 0;
  const counted: Rename = (tag) => {
    const next = rename(tag);
    if (next !== undefined) count++;
    return next;
  };
  const next: Properties = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      holdsTags(key) ? renameValue(value, counted) : value,
    ]),
  );
  return count === 0 ? { text, count } : { text: writeProperties(text, next), count };
}

const holdsTags = (key: string): boolean => /^tags?$/i.test(key);

function renameValue(value: unknown, rename: Rename): unknown {
  if (typeof value === 'string') return value.replace(/[^\s,]+/g, (tag) => rename(tag) ?? tag);
  if (!Array.isArray(value)) return value;
  const present = new Set<unknown>();
  // A tag that the note has already is not written twice.
  return value.flatMap((item: unknown) => {
    const next = typeof item === 'string' ? (rename(item) ?? item) : item;
    const key = typeof next === 'string' ? bare(next).toLowerCase() : next;
    if (present.has(key) && next !== item) return [];
    present.add(key);
    return [next];
  });
}
