import type { Note } from '../../text/markdown/note.ts';
import type { Flaw } from './finding.ts';

/** Names of the vault that this note uses in a way that others do not. */
export interface Names {
  /** Other notes that have the alias too, which is folded. */
  readonly sharedAliases: ReadonlyMap<string, readonly string[]>;
  /** The usual spelling of tags that are written in several, by how they are written. */
  readonly oddTags: ReadonlyMap<string, string>;
}

export const noNames: Names = { sharedAliases: new Map(), oddTags: new Map() };

export function nameFlaws(text: string, note: Note, { sharedAliases, oddTags }: Names): Flaw[] {
  const flaws: Flaw[] = [];
  for (const [alias, others] of sharedAliases) {
    const message = `This name is an alias of ${others.join(', ')} too.`;
    const place = findInProperty(text, note, 'aliases', alias);
    if (place !== undefined) flaws.push({ code: 'duplicate-alias', message, ...place });
  }
  for (const [written, usual] of oddTags) {
    const message = `This tag is written ${usual} elsewhere.`;
    const places = note.tags.filter(({ tag }) => tag === written);
    const inProperty = findInProperty(text, note, 'tags', written.slice(1), true);
    for (const { start, end } of [...(inProperty ? [inProperty] : []), ...places]) {
      flaws.push({ code: 'tag-case', message, start, end });
    }
  }
  return flaws;
}

/** Where a word stands in the written value of a property. */
function findInProperty(
  text: string,
  note: Note,
  name: string,
  word: string,
  exactly = false,
): { start: number; end: number } | undefined {
  const fold = (value: string) => (exactly ? value : value.normalize('NFC').toLowerCase());
  const field = note.frontmatter?.fields.find(({ key }) => key.toLowerCase() === name);
  if (field === undefined) return undefined;
  const value = text.slice(field.valueStart, field.valueEnd);
  const at = indexOfWord(fold(value), fold(word));
  if (at === -1) return undefined;
  const start = field.valueStart + at;
  return { start, end: start + word.length };
}

/** The first place where the word is not a part of a longer one. */
function indexOfWord(text: string, word: string): number {
  const isPart = (unit: string) => /[\p{L}\p{N}_/-]/u.test(unit);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + word.length))) return at;
  }
  return -1;
}
