import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { type NoteData, noteContext, useNote } from './context.ts';
import { Footnotes } from './footnotes.tsx';
import { type Node, parseNote } from './parse.ts';
import { Nodes } from './render.tsx';

interface NoteTextProps {
  readonly note: NoteData;
  /** Only this heading or block of it. */
  readonly part?: string;
  readonly isEmbedded?: boolean;
  /** Its first heading has been shown already. */
  readonly isTitled?: boolean;
  readonly toggleTask?: (line: number, mark: string) => void;
}

/** The text of a note as it reads, without its properties. */
export function NoteText({
  note,
  part = '',
  isEmbedded = false,
  isTitled = false,
  toggleTask,
}: NoteTextProps): JSX.Element {
  const outer = useNote();
  const id = useId();
  const { text, propertiesEnd } = note;
  const parsed = useMemo(() => parseNote(text.slice(propertiesEnd)), [text, propertiesEnd]);
  const lineShift = useMemo(
    () => text.slice(0, propertiesEnd).split('\n').length - 1,
    [text, propertiesEnd],
  );
  const whole = isTitled ? parsed.nodes.slice(1) : parsed.nodes;
  const nodes = part === '' ? whole : findPart(parsed.nodes, part);
  const context = {
    path: note.path,
    links: note.links,
    lineShift,
    footnotes: { order: [], texts: parsed.footnotes, id },
    depth: isEmbedded ? outer.depth + 1 : 0,
    toggleTask,
  };
  return (
    <noteContext.Provider value={context}>
      <div class="prose">
        <Nodes nodes={nodes} />
        {part === '' && <Footnotes />}
      </div>
    </noteContext.Provider>
  );
}

/** A block by its id, or a heading with what stands below it. */
function findPart(nodes: readonly Node[], part: string): readonly Node[] {
  if (part.startsWith('^')) {
    const found = findBlock(nodes, part.slice(1));
    return found === undefined ? [] : [found];
  }
  const wanted = simplify(part.split('#').at(-1) ?? '');
  const start = nodes.findIndex(
    (node) => node.token.type === 'heading_open' && simplify(textOf(node)) === wanted,
  );
  if (start === -1) return [];
  const level = nodes[start]?.token.tag ?? 'h6';
  const length = nodes
    .slice(start + 1)
    .findIndex(({ token }) => token.type === 'heading_open' && token.tag <= level);
  return nodes.slice(start, length === -1 ? undefined : start + 1 + length);
}

function findBlock(nodes: readonly Node[], id: string): Node | undefined {
  for (const node of nodes) {
    const below = findBlock(node.children, id);
    if (below !== undefined) return node.token.type === 'list_item_open' ? node : below;
    if (node.token.meta?.blockId === id) return node;
  }
  return undefined;
}

function textOf({ token, children }: Node): string {
  return children.length > 0 ? children.map(textOf).join('') : token.info || token.content;
}

function simplify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
