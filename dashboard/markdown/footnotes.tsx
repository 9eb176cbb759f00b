import type { JSX } from 'preact';
import { type NoteContext, useNote } from './context.ts';
import { parseNote } from './parse.ts';
import { Nodes } from './render.tsx';

/** The number of a footnote is its place among those that were mentioned before. */
export function FootnoteMark({ name }: { name: string }): JSX.Element {
  const { footnotes } = useNote();
  const { order, id } = footnotes;
  const text = textOf(footnotes, name);
  if (text === undefined) return <>{`[^${name}]`}</>;
  if (!order.includes(name)) order.push(name);
  const number = order.indexOf(name) + 1;
  return (
    <sup class="footnote-mark" id={`${id}-mark-${number}`}>
      <button
        type="button"
        title={text}
        aria-label={`Footnote ${number}`}
        onClick={() => show(`${id}-${number}`)}
      >
        {number}
      </button>
    </sup>
  );
}

/** One written in place is its own text. */
function textOf({ texts }: NoteContext['footnotes'], name: string): string | undefined {
  return name.startsWith(' ') ? name.slice(1) : texts.get(name);
}

function show(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: 'center' });
}

/** Below the note: every text that was mentioned. Drawn after the note, so the order is known. */
export function Footnotes(): JSX.Element | null {
  const { footnotes } = useNote();
  const { order, texts, id } = footnotes;
  const names = [...order, ...[...texts.keys()].filter((name) => !order.includes(name))];
  if (names.length === 0) return null;
  return (
    <section class="footnotes" aria-label="Footnotes">
      <ol>
        {names.map((name, at) => (
          <li key={name} id={`${id}-${at + 1}`}>
            <Nodes nodes={parseNote(textOf(footnotes, name) ?? '').nodes} />
            {at < order.length && (
              <button
                type="button"
                class="footnote-back"
                aria-label={`Back to the mark of footnote ${at + 1}`}
                onClick={() => show(`${id}-mark-${at + 1}`)}
              >
                ↩
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
