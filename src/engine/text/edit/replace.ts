import { scanNote } from '../markdown/scan.ts';
import { invalidFrontmatter, readMapping } from './yaml/yaml-splice.ts';

export interface Replacement {
  readonly search: string;
  readonly replace: string;
  readonly useRegex?: boolean | undefined;
  /** Default true. */
  readonly caseSensitive?: boolean | undefined;
  readonly wholeWord?: boolean | undefined;
  /** Any run of blanks in `search` matches any other; literal searches only. */
  readonly flexibleWhitespace?: boolean | undefined;
  /** Default true. */
  readonly replaceAll?: boolean | undefined;
}

export type ReplaceScope = 'body' | 'frontmatter' | 'both';

export interface ReplacementCount {
  readonly search: string;
  readonly count: number;
  readonly bodyCount: number;
  readonly frontmatterCount: number;
}

export interface Replaced {
  readonly text: string;
  readonly totalReplacements: number;
  readonly perReplacement: ReplacementCount[];
}

/** A pattern to be run over a text where it can be stopped. */
export interface Substitution {
  readonly source: string;
  /** Without `g`. */
  readonly flags: string;
  readonly all: boolean;
  readonly text: string;
  readonly replacement: string;
  /** The pattern came from the caller; a literal one is safe to run anywhere. */
  readonly isRegex: boolean;
}

export interface Substituted {
  readonly text: string;
  readonly count: number;
}

type Steps<Result> = Generator<Substitution, Result, Substituted>;

/** The pattern of a replacement, for checking before anything runs. */
export function toPattern({ search, ...options }: Replacement): { source: string; flags: string } {
  const flags = options.caseSensitive === false ? 'i' : '';
  const bare = options.useRegex === true ? search : toLiteral(search, options.flexibleWhitespace);
  const group = options.useRegex === true ? `(?:${bare})` : bare;
  return { source: options.wholeWord === true ? `\\b${group}\\b` : bare, flags };
}

/**
 * Applies replacements in order, each to the result of the one before. Fences are never matched,
 * and frontmatter that would no longer be readable is refused. Each pattern is handed out to be
 * run, since one from outside may never end.
 */
export function* replaceSteps(
  text: string,
  replacements: readonly Replacement[],
  scope: ReplaceScope = 'body',
): Steps<Replaced> {
  const parts = splitNote(text);
  let { yaml, body } = parts;
  const perReplacement: ReplacementCount[] = [];
  for (const replacement of replacements) {
    const inYaml: Substituted =
      scope === 'body' ? { text: yaml, count: 0 } : yield toSubstitution(yaml, replacement);
    const isDone = replacement.replaceAll === false && inYaml.count > 0;
    const inBody: Substituted =
      scope === 'frontmatter' || isDone
        ? { text: body, count: 0 }
        : yield toSubstitution(body, replacement);
    yaml = inYaml.text;
    body = inBody.text;
    perReplacement.push({
      search: replacement.search,
      count: inYaml.count + inBody.count,
      bodyCount: inBody.count,
      frontmatterCount: inYaml.count,
    });
  }
  const result = parts.before + yaml + parts.fence + body;
  if (yaml !== parts.yaml) requireReadable(result, yaml, parts);
  const totalReplacements = perReplacement.reduce((sum, { count }) => sum + count, 0);
  return { text: result, totalReplacements, perReplacement };
}

/** Runs one substitution. */
export function substitute({ source, flags, all, text, replacement }: Substitution): Substituted {
  const pattern = new RegExp(source, all ? `${flags}g` : flags);
  const count = all ? countMatches(text, pattern) : Number(pattern.test(text));
  return { text: count === 0 ? text : text.replace(pattern, replacement), count };
}

interface Parts {
  /** Byte order mark and opening fence. */
  readonly before: string;
  /** Without its last line ending. */
  readonly yaml: string;
  readonly fence: string;
  readonly body: string;
}

function splitNote(text: string): Parts {
  const { frontmatter, bodyStart } = scanNote(text);
  const body = text.slice(bodyStart);
  if (frontmatter === undefined) {
    return { before: text.slice(0, bodyStart), yaml: '', fence: '', body };
  }
  const { yamlStart, yamlEnd } = frontmatter;
  const yaml = text.slice(yamlStart, yamlEnd).replace(/\r?\n$/, '');
  return {
    before: text.slice(0, yamlStart),
    yaml,
    fence: text.slice(yamlStart + yaml.length, bodyStart),
    body,
  };
}

function toSubstitution(text: string, replacement: Replacement): Substitution {
  const isRegex = replacement.useRegex === true;
  return {
    ...toPattern(replacement),
    all: replacement.replaceAll !== false,
    text,
    replacement: isRegex ? replacement.replace : replacement.replace.replaceAll('$', '$$$$'),
    isRegex,
  };
}

function toLiteral(search: string, flexibleWhitespace: boolean | undefined): string {
  const literal = search.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return flexibleWhitespace === true ? literal.replace(/\s+/g, '\\s+') : literal;
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}

function requireReadable(result: string, yaml: string, parts: Parts): void {
  readMapping(yaml);
  const expected = parts.before.length + yaml.length + parts.fence.length;
  if (scanNote(result).bodyStart !== expected) {
    throw invalidFrontmatter('The replacement would end the frontmatter early.');
  }
}
