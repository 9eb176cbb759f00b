import type { MarkdownIt, StateInline } from 'markdown-it';

/** What Obsidian reads inside a line, beyond CommonMark. */
export function addInlineSyntax(md: MarkdownIt): void {
  const { ruler } = md.inline;
  ruler.before('link', 'embed', (state, silent) => readBrackets(state, silent, '![[', 'embed'));
  ruler.before('link', 'wikilink', (state, silent) =>
    readBrackets(state, silent, '[[', 'wikilink'),
  );
  ruler.before('link', 'footnote', readFootnote);
  ruler.before('link', 'field', readField);
  ruler.before('link', 'inline_footnote', readInlineFootnote);
  ruler.after('escape', 'math', readMath);
  ruler.after('escape', 'comment', readComment);
  ruler.after('escape', 'highlight', readHighlight);
  ruler.after('escape', 'tag', readTag);
  ruler.after('escape', 'bare_field', readBareField);
}

/** `[[target|label]]` and `![[target|size]]`. */
function readBrackets(state: StateInline, silent: boolean, open: string, type: string): boolean {
  if (!state.src.startsWith(open, state.pos)) return false;
  const start = state.pos + open.length;
  const end = state.src.indexOf(']]', start);
  if (end === -1 || end > state.posMax) return false;
  const inner = state.src.slice(start, end);
  if (inner.trim() === '' || inner.includes('\n') || inner.includes('[[')) return false;
  if (!silent) {
    const [target = '', ...label] = inner.split('|');
    const token = state.push(type, '', 0);
    token.content = target.trim();
    token.info = label.join('|').trim();
  }
  state.pos = end + 2;
  return true;
}

function readFootnote(state: StateInline, silent: boolean): boolean {
  const found = /^\[\^([^\s\]]+)\]/.exec(state.src.slice(state.pos, state.pos + 100));
  if (found === null) return false;
  if (!silent) state.push('footnote_ref', '', 0).content = found[1] ?? '';
  state.pos += found[0].length;
  return true;
}

function readInlineFootnote(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('^[', state.pos)) return false;
  const end = state.md.helpers.parseLinkLabel(state, state.pos + 1);
  if (end === -1) return false;
  // No name has a space, so this one is its own text.
  if (!silent)
    state.push('footnote_ref', '', 0).content = ` ${state.src.slice(state.pos + 2, end)}`;
  state.pos = end + 1;
  return true;
}

/** `$x$`, where the dollars touch what they hold and no digit follows, and `$$x$$`. */
function readMath(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false;
  const rest = state.src.slice(state.pos, state.posMax);
  const found =
    /^\$\$([^$]+)\$\$/s.exec(rest) ?? /^\$(?!\s)((?:\\.|[^\\$])+?)(?<!\s)\$(?!\d)/s.exec(rest);
  if (found === null) return false;
  if (!silent) {
    const token = state.push('math_inline', '', 0);
    token.content = found[1] ?? '';
    token.markup = found[0].startsWith('$$') ? '$$' : '$';
  }
  state.pos += found[0].length;
  return true;
}

function readComment(state: StateInline): boolean {
  if (!state.src.startsWith('%%', state.pos)) return false;
  const end = state.src.indexOf('%%', state.pos + 2);
  if (end === -1) return false;
  state.pos = end + 2;
  return true;
}

/** `==text==`; the text is read like any other. */
function readHighlight(state: StateInline, silent: boolean): boolean {
  if (!/^==[^\s=]/.test(state.src.slice(state.pos, state.pos + 3))) return false;
  const start = state.pos + 2;
  const end = state.src.indexOf('==', start);
  if (end === -1 || end >= state.posMax) return false;
  if (!silent) {
    state.push('mark_open', 'mark', 1);
    readInner(state, start, end);
    state.push('mark_close', 'mark', -1);
  }
  state.pos = end + 2;
  return true;
}

function readInner(state: StateInline, start: number, end: number): void {
  const outerMax = state.posMax;
  state.pos = start;
  state.posMax = end;
  state.md.inline.tokenize(state);
  state.posMax = outerMax;
}

/** Dataview's `[key:: value]`; the value is read like any other text. */
function readField(state: StateInline, silent: boolean): boolean {
  const found = /^\[([\p{L}\p{N}_][^[\]():\n]*)::[ \t]*/u.exec(state.src.slice(state.pos));
  if (found === null) return false;
  const end = state.md.helpers.parseLinkLabel(state, state.pos);
  if (end === -1) return false;
  if (!silent) {
    state.push('field_open', 'span', 1).info = found[1]?.trim() ?? '';
    readInner(state, state.pos + found[0].length, end);
    state.push('field_close', 'span', -1);
  }
  state.pos = end + 1;
  return true;
}

/** Dataview's `(key:: value)`, of which the value is shown. Only the colons can begin a rule here. */
function readBareField(state: StateInline, silent: boolean): boolean {
  if (silent || !state.src.startsWith('::', state.pos)) return false;
  const key = /\([\p{L}\p{N}_][^[\]():\n]*$/u.exec(state.pending);
  const end = state.src.indexOf(')', state.pos);
  if (key === null || end === -1 || end >= state.posMax) return false;
  state.pending = state.pending.slice(0, key.index);
  const [blanks = ''] = /^[ \t]*/.exec(state.src.slice(state.pos + 2)) ?? [];
  readInner(state, state.pos + 2 + blanks.length, end);
  state.pos = end + 1;
  return true;
}

/** `#tag/below`: after a space, and not a number only. */
function readTag(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '#') return false;
  if (state.pos > 0 && !/[\s(,;"'!]/.test(state.src[state.pos - 1] ?? '')) return false;
  const found = /^#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}_\-/]+)/u.exec(
    state.src.slice(state.pos),
  );
  if (found === null || /^[\d/]+$/.test(found[1] ?? '')) return false;
  if (!silent) state.push('tag', '', 0).content = found[1] ?? '';
  state.pos += found[0].length;
  return true;
}
