import { BANG, BOM, BRACKET_OPEN, CR, DASH, isBlank, LF } from './chars.ts';
import { parseWholeLink } from './links.ts';
import type {
  Frontmatter,
  FrontmatterField,
  FrontmatterLink,
  Problem,
  Properties,
} from './note.ts';
import { readSimpleYaml } from './simple-yaml.ts';
import { readYaml } from './yaml.ts';

/** Frontmatter above this is not parsed: no person writes it, and YAML is slow. */
export const frontmatterUnitsMax = 256 * 1024;
const linkDepthMax = 16;

export interface FrontmatterScan {
  readonly frontmatter: Frontmatter | undefined;
  readonly problems: Problem[];
  readonly bodyStart: number;
  readonly bodyLine: number;
}

/** Finds and reads the block at the top of a text. Broken YAML is a problem, never an exception. */
export function scanFrontmatter(text: string): FrontmatterScan {
  const found = findBlock(text);
  if (found === undefined) {
    const bodyStart = text.charCodeAt(0) === BOM ? 1 : 0;
    return { frontmatter: undefined, problems: [], bodyStart, bodyLine: 0 };
  }
  const { start, yamlStart, yamlEnd, bodyStart, bodyLine } = found;
  const problems: Problem[] = [];
  const end = trimFence(text, yamlEnd, bodyStart);
  const { values, fields, style } = readBlock(text, yamlStart, yamlEnd, problems);
  const frontmatter = { start, end, line: 0, yamlStart, yamlEnd, values, fields, style };
  return { frontmatter, problems, bodyStart, bodyLine };
}

/** Where the text below the properties begins. */
export function bodyStartOf(text: string): number {
  return findBlock(text)?.bodyStart ?? 0;
}

interface Block {
  readonly start: number;
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
  readonly bodyLine: number;
}

function findBlock(text: string): Block | undefined {
  const start = text.charCodeAt(0) === BOM ? 1 : 0;
  const yamlStart = fenceEnd(text, start, false);
  if (yamlStart === -1) return undefined;
  let line = 1;
  for (let at = yamlStart; at < text.length; line++) {
    const after = fenceEnd(text, at, true);
    if (after !== -1) {
      return { start, yamlStart, yamlEnd: at, bodyStart: after, bodyLine: line + 1 };
    }
    const newline = text.indexOf('\n', at);
    if (newline === -1) break;
    at = newline + 1;
  }
  return undefined;
}

/** The tags of the properties as Obsidian takes them, with `#`; undefined when there are none. */
export function frontmatterTags(values: Properties | undefined): string[] | undefined {
  const value = findSpecial(values, 'tags');
  if (value === undefined || value === null) return undefined;
  const written = typeof value === 'string' ? (/[,\s]/.test(value) ? [] : [value]) : value;
  if (!Array.isArray(written)) return [];
  return written
    .filter((tag): tag is string => typeof tag === 'string' && tag.trim() !== '')
    .map((tag) => (tag.startsWith('#') ? tag : `#${tag}`));
}

/** The other names of the note. */
export function frontmatterAliases(values: Properties | undefined): string[] {
  const value = findSpecial(values, 'aliases');
  if (value === undefined) return [];
  const written = Array.isArray(value) ? value : [value];
  return written
    .filter(
      (alias): alias is string | number => typeof alias === 'string' || typeof alias === 'number',
    )
    .map((alias) => String(alias).trim())
    .filter((alias) => alias !== '');
}

/** Property values that are, as a whole, links. */
export function frontmatterLinks(values: Properties | undefined): FrontmatterLink[] {
  const links: FrontmatterLink[] = [];
  if (values !== undefined) collectLinks(values, [], links);
  return links;
}

function collectLinks(value: unknown, keys: string[], links: FrontmatterLink[]): void {
  if (typeof value === 'string') {
    if (!mayBeLink(value)) return;
    // An embed is a link to the file that it shows.
    const link = parseWholeLink(value.startsWith('![[') ? value.slice(1) : value);
    if (link !== undefined) links.push({ key: keys.join('.'), ...link, original: value });
  } else if (typeof value === 'object' && value !== null && keys.length < linkDepthMax) {
    for (const [name, inner] of Object.entries(value)) {
      keys.push(name);
      collectLinks(inner, keys, links);
      keys.pop();
    }
  }
}

function mayBeLink(value: string): boolean {
  const first = value.charCodeAt(0);
  return first === BRACKET_OPEN || first === BANG;
}

function findSpecial(values: Properties | undefined, wanted: string): unknown {
  if (values === undefined) return undefined;
  if (Object.hasOwn(values, wanted)) return values[wanted];
  const key = Object.keys(values).find((name) => isCaseOf(name, wanted));
  return key === undefined ? undefined : values[key];
}

/** Most names differ in length, which is cheaper to see. */
function isCaseOf(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}

type Read = Pick<Frontmatter, 'values' | 'fields' | 'style'>;

function readBlock(text: string, from: number, to: number, problems: Problem[]): Read {
  const empty: FrontmatterField[] = [];
  const fail = (code: Problem['code'], message: string, at = from, line = 1): Read => {
    problems.push({ code, message, start: at, end: to, line });
    const style = code === 'frontmatter-not-a-mapping' ? 'empty' : 'broken';
    return { values: undefined, fields: empty, style };
  };
  if (to - from > frontmatterUnitsMax) {
    return fail(
      'frontmatter-too-large',
      `The properties are longer than ${frontmatterUnitsMax} characters.`,
    );
  }
  const simple = readSimpleYaml(text, from, to);
  if (simple !== undefined) {
    if (simple.fields.length === 0) return { values: undefined, fields: empty, style: 'empty' };
    return { values: simple.values, fields: simple.fields, style: 'block' };
  }
  const read = readYaml(text, from, to);
  if ('problem' in read) {
    return fail('frontmatter-broken', read.problem, read.at, read.line);
  }
  if (read.values === undefined && !read.blank) {
    return fail('frontmatter-not-a-mapping', 'The properties are not a list of names and values.');
  }
  if (read.values === undefined) return { values: undefined, fields: empty, style: 'empty' };
  return { values: read.values, fields: read.fields, style: read.flow ? 'flow' : 'block' };
}

/** First offset after a `---` line at `at`, or -1. Only the closing one may have blanks behind it. */
function fenceEnd(text: string, at: number, closing: boolean): number {
  for (let i = at; i < at + 3; i++) if (text.charCodeAt(i) !== DASH) return -1;
  let i = at + 3;
  while (closing && isBlank(text.charCodeAt(i))) i++;
  if (text.charCodeAt(i) === CR) i++;
  if (text.charCodeAt(i) === LF) return i + 1;
  return closing && i >= text.length ? text.length : -1;
}

function trimFence(text: string, at: number, after: number): number {
  let end = after;
  while (end > at + 3 && text.charCodeAt(end - 1) !== DASH) end--;
  return end;
}
