import { splitTarget } from '../../markdown/links.ts';
import type { Note } from '../../markdown/note.ts';
import { scanNote } from '../../markdown/scan.ts';
import { applySplices, type Splice } from '../splice.ts';
import type { Relinked } from './relink.ts';
import { keepEnding, type NewPath } from './relink-target.ts';

/** How a literal of a base expression names something: as links do, or by its whole path. */
type Manner = 'link' | 'path';

/** Where a base names a file or folder of the vault. Offsets are those of the text. */
interface BaseReference {
  readonly manner: Manner;
  /** The literal without its quotes and escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** The quote as it is written; YAML around the expression may have escaped it. */
  readonly quote: string;
}

const literal = String.raw`\s*(?<quote>\\"|"|''|')(?<value>(?:\\\\.|(?!\k<quote>)\\[^\n]|(?!\k<quote>)[^\\\n])*)\k<quote>`;
const calls: readonly { manner: Manner; pattern: RegExp }[] = [
  {
    manner: 'link',
    pattern: new RegExp(String.raw`(?<![\w.])(?:link|file|image)\(${literal}`, 'g'),
  },
  { manner: 'link', pattern: new RegExp(String.raw`\.(?:hasLink|linksTo)\(${literal}`, 'g') },
  { manner: 'path', pattern: new RegExp(String.raw`\.inFolder\(${literal}`, 'g') },
  {
    manner: 'path',
    pattern: new RegExp(String.raw`\bfile\.(?:folder|path)\s*[!=]=${literal}`, 'g'),
  },
];

/** The paths that a base asks for as links do. */
export function baseLinks(text: string): string[] {
  return findReferences(text)
    .filter(({ manner }) => manner === 'link')
    .map(({ value }) => splitTarget(value).path);
}

/** Points a base elsewhere: `newPath` is asked for links, `moved` for whole paths of files and folders. */
export function relinkBase(text: string, newPath: NewPath, moved: NewPath): Relinked {
  const splices = spliceBase(text, newPath, moved);
  return { text: applySplices(text, splices), count: splices.length };
}

/** The same for the bases in code blocks of a note. */
export function relinkBaseBlocks(text: string, newPath: NewPath, moved: NewPath): Relinked {
  const splices = baseBlocks(text).flatMap(({ start, end }) =>
    spliceBase(text.slice(start, end), newPath, moved).map((splice) => ({
      ...splice,
      start: splice.start + start,
      end: splice.end + start,
    })),
  );
  return { text: applySplices(text, splices), count: splices.length };
}

/** The code blocks of a note that hold a base. */
export function baseBlocks(
  text: string,
  note: Note | undefined = mayHaveBlock.test(text) ? scanNote(text) : undefined,
): { start: number; end: number }[] {
  const blocks = note?.sections ?? [];
  return blocks.filter(
    ({ type, start, end }) => type === 'code' && blockStart.test(text.slice(start, end)),
  );
}

const mayHaveBlock = /(?:```|~~~)[ \t]*base\b/;
const blockStart = /^[ \t]*(?:`{3,}|~{3,})[ \t]*base[ \t]*\r?\n/;

function spliceBase(text: string, newPath: NewPath, moved: NewPath): Splice[] {
  return findReferences(text).flatMap(({ manner, value, start, end, quote }) => {
    const { path, subpath } = splitTarget(manner === 'link' ? value : '');
    const next = manner === 'path' ? moved(value) : path === '' ? undefined : newPath(path);
    if (next === undefined) return [];
    const written = manner === 'path' ? next : keepEnding(next, path) + subpath;
    return [{ start, end, text: quoteAs(written, quote) }];
  });
}

function findReferences(text: string): BaseReference[] {
  return calls.flatMap(({ manner, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { quote = '', value = '' } = match.groups ?? {};
      const end = match.index + match[0].length - quote.length;
      if (isComment(text, match.index)) return [];
      return [{ manner, value: unquote(value, quote), start: end - value.length, end, quote }];
    }),
  );
}

function isComment(text: string, at: number): boolean {
  return /^[ \t]*#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
}

/** Text inside quotes that were escaped once more is escaped twice. */
function unquote(value: string, quote: string): string {
  const once = quote === '\\"' ? value.replace(/\\(.)/g, '$1') : value;
  const plain = quote === "''" ? once.replaceAll("''", "'") : once;
  return plain.replace(/\\(.)/g, '$1');
}

function quoteAs(value: string, quote: string): string {
  const mark = quote.slice(-1);
  const once = value.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`);
  if (quote === '\\"') return once.replace(/["\\]/g, '\\$&');
  return quote === "''" ? once.replaceAll("'", "''") : once;
}
