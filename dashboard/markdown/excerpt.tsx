import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';
import { sayTarget, splitTarget } from './links.ts';
import { toOneLine } from './one-line.ts';
import { type Node, parseInline } from './parse.ts';

interface ExcerptProps {
  readonly text: string;
  /** What is marked in it: start and end. */
  readonly marks?: readonly (readonly [number, number])[];
}

/** Begin and end of a mark. No font has a picture for them, so no note has them either. */
const [begin, end] = ['\uE000', '\uE001'];

/**
 * A few lines of a note as they read, without what only an open note can do: they are part of a
 * link, so that nothing in them is one.
 */
export function Excerpt({ text, marks = [] }: ExcerptProps): ComponentChildren {
  const line = useMemo(() => toOneLine(withMarks(text, marks)), [text, marks]);
  return <ExcerptLine text={line} />;
}

/** The text of a heading or the like, which has no marks of blocks to leave out. */
export function ExcerptLine({ text }: { text: string }): ComponentChildren {
  const nodes = useMemo(() => parseInline(text), [text]);
  return <Pieces nodes={nodes} />;
}

function withMarks(text: string, marks: readonly (readonly [number, number])[]): string {
  let [marked, at] = ['', 0];
  for (const [from, to] of marks) {
    if (from < at || from === to) continue;
    marked += `${text.slice(at, from)}${begin}${text.slice(from, to)}${end}`;
    at = to;
  }
  return marked + text.slice(at);
}

function Pieces({ nodes }: { nodes: readonly Node[] }): ComponentChildren {
  return nodes.map((node, at) => <Piece key={at} node={node} />);
}

const kept = new Set(['em_open', 'mark_open', 's_open', 'strong_open']);

function Piece({ node: { token, children } }: { node: Node }): ComponentChildren {
  const inner = <Pieces nodes={children} />;
  switch (token.type) {
    case 'text':
    case 'math_inline':
      return <Text text={token.content} />;
    case 'code_inline':
      return (
        <code>
          <Text text={token.content} />
        </code>
      );
    case 'softbreak':
    case 'hardbreak':
      return ' ';
    case 'wikilink':
    case 'embed':
      return (
        <span class="excerpt-link">
          <Text text={token.info || sayTarget(splitTarget(token.content))} />
        </span>
      );
    case 'tag':
      return (
        <span class="excerpt-link">
          <Text text={`#${token.content}`} />
        </span>
      );
    case 'image':
      return <Text text={token.content} />;
    case 'link_open':
      return <span class="excerpt-link">{inner}</span>;
    case 'field_open':
      return [<Text key="name" text={`${token.info}: `} />, inner];
    case 'footnote_ref':
      return null;
    case 'html_inline':
      return inner;
    default:
      return kept.has(token.type) ? h(token.tag, {}, inner) : inner;
  }
}

/** A mark may begin in one piece and end in another; each shows its own part of it. */
function Text({ text }: { text: string }): ComponentChildren {
  if (!text.includes(begin) && !text.includes(end)) return text;
  const parts: ComponentChildren[] = [];
  const opened = text.indexOf(begin);
  const closed = text.indexOf(end);
  let isMarked = closed !== -1 && (opened === -1 || closed < opened);
  for (const piece of text.split(/([\uE000\uE001])/)) {
    if (piece === begin) isMarked = true;
    else if (piece === end) isMarked = false;
    else if (piece !== '') parts.push(isMarked ? <mark>{piece}</mark> : piece);
  }
  return parts;
}
