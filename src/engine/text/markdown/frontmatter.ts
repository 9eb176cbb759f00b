import { BANG, BOM, BRACKET_OPEN, CR, countLines, DASH, LF, skipBlanks } from './chars.ts';
import { parseWholeLink } from './links.ts';
import type { Frontmatter, FrontmatterLink, Problem, Properties } from './note.ts';
import { readSimpleYaml } from './simple-yaml.ts';
import { readYaml } from './yaml.ts';

/** Frontmatter above this is not parsed: no person writes it, and YAML is slow. */
const frontmatterUnitsMax = 256 * 1024;
const linkDepthMax = 16;

export interface FrontmatterScan {
  readonly frontmatter: Frontmatter | undefined;
  readonly problems: Problem[];
  readonly bodyStart: number;
  readonly bodyLine: number;
}

/** Finds and reads the block at the top of a text. Broken YAML is a problem, never an exception. */
export function scanFrontmatter(text: string): FrontmatterScan {
  const problems: Problem[] = [];
  const start = text.charCodeAt(0) === BOM ? 1 : 0;
  const yamlStart = fenceEnd(text, start, false);
  const yamlEnd = yamlStart === -1 ? -1 : closingFence(text, yamlStart);
  if (yamlEnd === -1) return { frontmatter: undefined, problems, bodyStart: start, bodyLine: 0 };
  const bodyStart = fenceEnd(text, yamlEnd, true);
  const bodyLine = countLines(text, start, yamlEnd) + 1;
  const { values, fields } = readBlock(text, yamlStart, yamlEnd, problems);
  const end = trimFence(text, yamlEnd, bodyStart);
  const frontmatter = { start, end, line: 0, yamlStart, yamlEnd, values, fields };
  return { frontmatter, problems, bodyStart, bodyLine };
}

/** Where the text below the properties begins. */
export function bodyStartOf(text: string): number {
  const yamlStart = fenceEnd(text, text.charCodeAt(0) === BOM ? 1 : 0, false);
  const yamlEnd = yamlStart === -1 ? -1 : closingFence(text, yamlStart);
  return yamlEnd === -1 ? 0 : fenceEnd(text, yamlEnd, true);
}

/** Where the line of dashes that ends the block starts, or -1. */
function closingFence(text: string, yamlStart: number): number {
  // The line ending before it is that of the first fence at least.
  let at = text.indexOf('\n---', yamlStart - 1) + 1;
  while (at !== 0 && fenceEnd(text, at, true) === -1) at = text.indexOf('\n---', at) + 1;
  return at === 0 ? -1 : at;
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
export function frontmatterLinks(
  text: string,
  frontmatter: Frontmatter | undefined,
): FrontmatterLink[] {
  const links: FrontmatterLink[] = [];
  if (frontmatter?.values === undefined) return links;
  // Without these marks, or an escape that could stand for them, no value is a link.
  const yaml = text.slice(frontmatter.yamlStart, frontmatter.yamlEnd);
  if (linkMarks.test(yaml)) collectLinks(frontmatter.values, [], links);
  return links;
}

const linkMarks = /\[\[|\]\(|\\/;

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

type Read = Pick<Frontmatter, 'values' | 'fields'>;

function readBlock(text: string, from: number, to: number, problems: Problem[]): Read {
  if (to - from > frontmatterUnitsMax) {
    const message = `The properties are longer than ${frontmatterUnitsMax} characters.`;
    problems.push({ code: 'frontmatter-too-large', message, start: from, end: to, line: 1 });
    return { values: undefined, fields: [] };
  }
  const read = readSimpleYaml(text, from, to) ?? readYaml(text, from, to);
  if ('problem' in read) {
    const { problem: message, at, line } = read;
    problems.push({ code: 'frontmatter-broken', message, start: at, end: to, line });
    return { values: undefined, fields: [] };
  }
  const { values, fields, blank } = read;
  if (values === undefined && !blank) {
    const message = 'The properties are not a list of names and values.';
    problems.push({ code: 'frontmatter-not-a-mapping', message, start: from, end: to, line: 1 });
  }
  return { values, fields };
}

/** First offset after a `---` line at `at`, or -1. Only the closing one may have blanks behind it. */
function fenceEnd(text: string, at: number, closing: boolean): number {
  if (!text.startsWith('---', at)) return -1;
  const { length } = text;
  let i = closing ? skipBlanks(text, at + 3, length) : at + 3;
  if (i < length && text.charCodeAt(i) === CR) i++;
  if (i >= length) return closing ? length : -1;
  return text.charCodeAt(i) === LF ? i + 1 : -1;
}

function trimFence(text: string, at: number, after: number): number {
  let end = after;
  while (end > at + 3 && text.charCodeAt(end - 1) !== DASH) end--;
  return end;
}
