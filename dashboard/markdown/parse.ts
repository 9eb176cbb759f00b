import createMarkdownIt, { type Token } from 'markdown-it';
import { addBlockSyntax } from './block-syntax.ts';
import { addInlineSyntax } from './inline-syntax.ts';

/** A piece of a note with what is inside it. */
export interface Node {
  readonly token: Token;
  readonly children: readonly Node[];
}

export interface ParsedNote {
  readonly nodes: readonly Node[];
  /** Their texts by name. */
  readonly footnotes: ReadonlyMap<string, string>;
}

// HTML is read as tokens, so that it can be shown by what is allowed, and never as markup.
const md = createMarkdownIt({ html: true, linkify: true, breaks: true });
md.use(addInlineSyntax);
md.use(addBlockSyntax);

export function parseNote(text: string): ParsedNote {
  const tokens = md.parse(text, {});
  const footnotes = new Map<string, string>();
  for (const token of tokens) {
    if (token.type === 'footnote_text') footnotes.set(token.info, token.content);
  }
  return { nodes: toTree(tokens), footnotes };
}

export function parseInline(text: string): readonly Node[] {
  return toTree(md.parseInline(text, {}).flatMap(({ children }) => children ?? []));
}

function toTree(tokens: readonly Token[]): Node[] {
  const roots: Node[] = [];
  const stack: Node[][] = [roots];
  for (const token of tokens) {
    const here = stack.at(-1) ?? roots;
    if (token.nesting === 1) {
      const children: Node[] = [];
      here.push({ token, children });
      stack.push(children);
    } else if (token.nesting === -1) {
      if (stack.length > 1) stack.pop();
    } else if (token.type === 'inline') {
      if (!token.hidden) here.push(...pairHtml(toTree(token.children ?? [])));
    } else if (token.type !== 'footnote_text') {
      here.push({ token, children: [] });
    }
  }
  return roots;
}

/** Tags that only change the style of text, and need no attribute for it. */
const inlineTags =
  /^<(\/?)(abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>$/i;

/** `<u>` and `</u>` are two pieces of a line; what is between them belongs inside. */
function pairHtml(nodes: readonly Node[]): Node[] {
  const roots: Node[] = [];
  const stack: { tag: string; children: Node[] }[] = [{ tag: '', children: roots }];
  for (const node of nodes) {
    const found = node.token.type === 'html_inline' ? inlineTags.exec(node.token.content) : null;
    const [, slash = '', name = ''] = found ?? [];
    const tag = name.toLowerCase();
    if (found === null) stack.at(-1)?.children.push(node);
    else if (slash === '') {
      const children: Node[] = [];
      node.token.tag = tag;
      stack.at(-1)?.children.push({ token: node.token, children });
      stack.push({ tag, children });
    } else if (stack.at(-1)?.tag === tag) stack.pop();
  }
  return roots;
}
