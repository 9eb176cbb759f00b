import type { JSX } from 'preact';
import { useNote } from './context.ts';
import { parseInline } from './parse.ts';
import { Nodes } from './render.tsx';

/** The number of a footnote is its place among those that were mentioned before. */
export function FootnoteMark({ name }: { name: string }): JSX.Element {
  const { order, texts } = useNote().footnotes;
  if (!texts.has(name)) return <>{`[^${name}]`}</>;
  if (!order.includes(name)) order.push(name);
  const number = order.indexOf(name) + 1;
  const text = texts.get(name) ?? '';
  return (
    <sup class="footnote-mark">
      <button
        type="button"
        title={text}
        onClick={() =>
          document.getElementById(`footnote-${number}`)?.scrollIntoView({ block: 'center' })
        }
      >
        {number}
      </button>
    </sup>
  );
}

export function FootnoteText({ text }: { text: string }): JSX.Element {
  return (
    <span class="inline-footnote">
      {' ('}
      <Nodes nodes={parseInline(text)} />)
    </span>
  );
}

/** Below the note: every text that was mentioned. Drawn after the note, so the order is known. */
export function Footnotes(): JSX.Element | null {
  const { order, texts } = useNote().footnotes;
  if (texts.size === 0) return null;
  const names = [...order, ...[...texts.keys()].filter((name) => !order.includes(name))];
  return (
    <section class="footnotes" aria-label="Footnotes">
      <ol>
        {names.map((name, at) => (
          <li key={name} id={`footnote-${at + 1}`}>
            <Nodes nodes={parseInline(texts.get(name) ?? '')} />
          </li>
        ))}
      </ol>
    </section>
  );
}
