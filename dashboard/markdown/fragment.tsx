import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { looseContext, noteContext, useNote } from './context.ts';
import { parseInline, parseNote } from './parse.ts';
import { Nodes } from './render.tsx';

/** Markdown that is no note of its own, such as a text on a canvas. */
export function TextBlock({ text, path }: { text: string; path: string }): JSX.Element {
  const { depth } = useNote();
  const { nodes } = useMemo(() => parseNote(text), [text]);
  return (
    <noteContext.Provider value={{ ...looseContext, path, depth: depth + 1 }}>
      <div class="prose">
        <Nodes nodes={nodes} />
      </div>
    </noteContext.Provider>
  );
}

/** One line of Markdown: a value, or an excerpt. */
export function TextLine({ text }: { text: string }): JSX.Element {
  const nodes = useMemo(() => parseInline(text), [text]);
  return (
    <noteContext.Provider value={looseContext}>
      <Nodes nodes={nodes} />
    </noteContext.Provider>
  );
}
