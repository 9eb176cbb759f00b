import { type ComponentChildren, h, type JSX } from 'preact';
import { Callout } from './callout.tsx';
import { CodeBlock } from './code-block.tsx';
import { useNote } from './context.ts';
import { Embed, ImageOf } from './embed.tsx';
import { FootnoteMark } from './footnotes.tsx';
import { InlineCode } from './inline-code.tsx';
import { useLines } from './lines.ts';
import { NoteLink, TagLink, UrlLink } from './link.tsx';
import { MathText } from './math.tsx';
import type { Node } from './parse.ts';
import { SafeHtml } from './safe-html.tsx';

export function Nodes({ nodes }: { nodes: readonly Node[] }): ComponentChildren {
  return nodes.map((node, at) => <Piece key={at} node={node} />);
}

/** Elements that need no more than their name. */
const plainElements = new Set(
  'paragraph_open blockquote_open bullet_list_open table_open thead_open tbody_open tr_open em_open strong_open s_open mark_open hr'.split(
    ' ',
  ),
);

/** Blocks of text, each with a direction of its own. */
const directed = new Set(['blockquote_open', 'bullet_list_open', 'paragraph_open']);

function Piece({ node }: { node: Node }): ComponentChildren {
  const { token, children } = node;
  const inner = <Nodes nodes={children} />;
  switch (token.type) {
    case 'text':
      return token.content;
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'code_inline':
      return <InlineCode code={token.content} />;
    case 'fence':
    case 'code_block':
      return <CodeBlock node={node} />;
    case 'math_inline':
      return <MathText tex={token.content} isBlock={token.markup === '$$'} />;
    case 'math_block':
      return <MathText tex={token.content} isBlock />;
    case 'wikilink':
      return <NoteLink target={token.content} label={token.info} />;
    case 'embed':
      return <Embed target={token.content} info={token.info} />;
    case 'tag':
      return <TagLink tag={token.content} />;
    case 'field_open':
      return (
        <span class="field-value">
          <span class="field-name">{token.info}</span> {inner}
        </span>
      );
    case 'footnote_ref':
      return <FootnoteMark name={token.content} />;
    case 'image':
      return <ImageOf source={attribute(node, 'src')} alt={token.content} />;
    case 'link_open':
      return <UrlLink href={attribute(node, 'href')}>{inner}</UrlLink>;
    case 'html_block':
      return <SafeHtml html={token.content} />;
    case 'html_inline':
      return token.tag === '' ? <InlineHtml html={token.content} /> : h(token.tag, {}, inner);
    default:
      return <Block node={node}>{inner}</Block>;
  }
}

function attribute({ token }: Node, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** A tag alone in a line: a line break is one, a comment is nothing, anything else is only text. */
function InlineHtml({ html }: { html: string }): ComponentChildren {
  if (/^<br\s*\/?>$/i.test(html)) return <br />;
  if (/^<!--/.test(html) || /^<\/?(script|style|iframe|object|svg|img)\b/i.test(html)) return null;
  return <span class="raw-html">{html}</span>;
}

function Block({ node, children }: { node: Node; children: ComponentChildren }): ComponentChildren {
  const { token } = node;
  const at = useLines(node);
  const { meta } = token;
  if (token.hidden) return children;
  if (token.type === 'blockquote_open' && typeof meta?.callout === 'string') {
    return (
      <Callout kind={meta.callout} fold={String(meta.fold)} title={String(meta.title)} {...at}>
        {children}
      </Callout>
    );
  }
  if (token.type === 'heading_open') return h(token.tag, { ...at, dir: 'auto' }, children);
  if (token.type === 'list_item_open') {
    const mark = meta?.task;
    return typeof mark === 'string' ? (
      <Task node={node} mark={mark}>
        {children}
      </Task>
    ) : (
      <li {...at} dir="auto">
        {children}
      </li>
    );
  }
  if (token.type === 'ordered_list_open') {
    return (
      <ol start={Number(token.attrGet('start') ?? 1)} dir="auto">
        {children}
      </ol>
    );
  }
  if (token.type === 'th_open' || token.type === 'td_open') {
    const [, side] = /text-align:(\w+)/.exec(attribute(node, 'style')) ?? [];
    return h(token.tag, { dir: 'auto', ...(side && { class: `align-${side}` }) }, children);
  }
  if (token.type === 'table_open') {
    return (
      <div class="wide scroll" {...at}>
        <table>{children}</table>
      </div>
    );
  }
  if (!plainElements.has(token.type)) return children;
  if (token.type === 'hr') return h(token.tag, at);
  // Text runs as its own letters do, whatever the page around it does.
  return h(token.tag, directed.has(token.type) ? { ...at, dir: 'auto' } : at, children);
}

interface TaskProps {
  readonly node: Node;
  readonly mark: string;
  readonly children: ComponentChildren;
}

function Task({ node, mark, children }: TaskProps): JSX.Element {
  const { toggleTask } = useNote();
  const at = useLines(node);
  const line = at['data-line'];
  const isDone = mark !== ' ';
  const isCancelled = mark === '-';
  return (
    <li
      {...at}
      dir="auto"
      class={`task ${isDone ? 'done' : ''} ${isCancelled ? 'cancelled' : ''}`}
      data-mark={mark}
    >
      <input
        type="checkbox"
        checked={isDone}
        aria-label={isDone ? 'Done' : 'To do'}
        disabled={toggleTask === undefined || line === undefined}
        onChange={() => line !== undefined && toggleTask?.(line, isDone ? ' ' : 'x')}
      />
      <div>{children}</div>
    </li>
  );
}
