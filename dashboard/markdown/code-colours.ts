import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';

/** A run of code that looks the same. */
export interface CodePiece {
  readonly text: string;
  readonly kind?: string;
}

const kinds = tagHighlighter([
  { tag: [tags.comment, tags.meta], class: 'comment' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], class: 'text' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], class: 'number' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.tagName, tags.heading], class: 'word' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.attributeName], class: 'type' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.propertyName],
    class: 'name',
  },
  { tag: [tags.deleted, tags.invalid], class: 'gone' },
]);

/** Names that people write and the list of languages does not have. */
const otherNames: Readonly<Record<string, string>> = {
  console: 'shell',
  zsh: 'shell',
  env: 'properties',
  jinja: 'jinja2',
  jsonc: 'json',
  plpgsql: 'sql',
  postgres: 'sql',
  vimrc: 'vim',
};

/** The pieces of some code, or undefined where its language is not known. */
export async function colourCode(
  code: string,
  name: string,
): Promise<readonly CodePiece[] | undefined> {
  const wanted = otherNames[name] ?? name;
  const found =
    LanguageDescription.matchLanguageName(languages, wanted, false) ??
    languages.find(({ extensions }) => extensions.includes(wanted));
  if (found === undefined) return undefined;
  const { language } = await found.load();
  const pieces: CodePiece[] = [];
  let at = 0;
  highlightTree(language.parser.parse(code), kinds, (from, to, kind) => {
    if (from > at) pieces.push({ text: code.slice(at, from) });
    pieces.push({ text: code.slice(from, to), kind });
    at = to;
  });
  pieces.push({ text: code.slice(at) });
  return pieces;
}
