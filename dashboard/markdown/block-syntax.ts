import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';

/** What Obsidian reads in lines as a whole, beyond CommonMark. */
export function addBlockSyntax(md: MarkdownIt): void {
  const options = { alt: ['paragraph', 'blockquote', 'list'] };
  md.block.ruler.before('fence', 'math_block', readMathBlock, options);
  md.block.ruler.before('fence', 'comment_block', readCommentBlock, options);
  md.block.ruler.before('reference', 'footnote_text', readFootnoteText, options);
  md.core.ruler.before('inline', 'callouts', markCallouts);
  md.core.ruler.before('inline', 'tasks', markTasks);
  md.core.ruler.before('inline', 'block_ids', markBlockIds);
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

function readMathBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const first = lineOf(state, start);
  if (!first.startsWith('$$')) return false;
  const oneLine = /^\$\$(.+)\$\$\s*$/.exec(first);
  if (silent) return true;
  let line = start;
  const content = [oneLine?.[1] ?? first.slice(2)];
  if (oneLine === null) {
    while (++line < end) {
      const text = lineOf(state, line);
      const last = /^(.*)\$\$\s*$/.exec(text);
      content.push(last?.[1] ?? text);
      if (last !== null) break;
    }
  }
  const token = state.push('math_block', '', 0);
  token.content = content.join('\n').trim();
  token.map = [start, line + 1];
  state.line = Math.min(end, line + 1);
  return true;
}

function readCommentBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const first = lineOf(state, start);
  if (!first.startsWith('%%') || first.indexOf('%%', 2) !== -1) return false;
  if (silent) return true;
  let line = start + 1;
  while (line < end && !lineOf(state, line).includes('%%')) line++;
  state.line = Math.min(end, line + 1);
  return true;
}

/** `[^name]: text`, with the lines and paragraphs that are indented below it. */
function readFootnoteText(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const found = /^\[\^([^\s\]]+)\]:[ \t]*(.*)$/.exec(lineOf(state, start));
  if (found === null) return false;
  if (silent) return true;
  const [, name = '', text = ''] = found;
  let line = start + 1;
  const more: string[] = [];
  while (line < end && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= 2)) {
    // Paragraphs after the first are indented by four; what is deeper, such as code, stays so.
    more.push(state.getLines(line, line + 1, 4, false));
    line++;
  }
  const token = state.push('footnote_text', '', 0);
  token.info = name;
  token.content = [text, ...more].join('\n').trimEnd();
  token.hidden = true;
  state.line = line;
  return true;
}

/** A quote that begins with `[!kind] title` is a callout. */
function markCallouts({ tokens }: StateCore): void {
  tokens.forEach((token, at) => {
    if (token.type !== 'blockquote_open') return;
    const inline = tokens[at + 2];
    const found = /^\[!([^\]\s]+)\]([+-]?)[ \t]*(.*)(?:\n|$)/.exec(inline?.content ?? '');
    if (found === null || inline?.type !== 'inline') return;
    const [all, kind = '', fold = '', title = ''] = found;
    token.meta = { callout: kind.toLowerCase(), fold, title };
    inline.content = inline.content.slice(all.length);
    if (inline.content === '') hide(tokens[at + 1], inline, tokens[at + 3]);
  });
}

function hide(...tokens: readonly (Token | undefined)[]): void {
  for (const token of tokens) {
    if (token !== undefined) token.hidden = true;
  }
}

function markTasks({ tokens }: StateCore): void {
  tokens.forEach((token, at) => {
    if (token.type !== 'list_item_open') return;
    const inline = tokens[at + 2];
    const found = /^\[(.)\](?:\s+|$)/.exec(inline?.content ?? '');
    if (found === null || inline?.type !== 'inline') return;
    token.meta = { task: found[1] ?? ' ' };
    inline.content = inline.content.slice(found[0].length);
  });
}

function markBlockIds({ tokens }: StateCore): void {
  tokens.forEach((token, at) => {
    if (token.type !== 'inline') return;
    const found = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/.exec(token.content);
    if (found === null) return;
    token.content = token.content.slice(0, found.index);
    const owner = tokens[at - 1];
    if (owner !== undefined) owner.meta = { ...owner.meta, blockId: found[1] ?? '' };
  });
}
