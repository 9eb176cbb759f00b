import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DiffLine, TextDiff } from './diff.ts';

const linesMax = 400;
const signs = { same: ' ', added: '+', removed: '−' } as const;

/** A diff in one column, with the words that differ marked. */
export function DiffText({ diff, of }: { diff: TextDiff; of: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  let left = isWhole ? Number.POSITIVE_INFINITY : linesMax;
  let isCut = false;
  return (
    <section class="diff scroll" tabIndex={0} aria-label={`Difference of ${of}`}>
      <table>
        <tbody>
          {diff.hunks.map(({ skipped, lines }, at) => {
            const shown = lines.slice(0, Math.max(0, left));
            left -= lines.length;
            isCut ||= shown.length < lines.length;
            return [
              skipped > 0 && shown.length > 0 && (
                <tr key={`gap-${at}`} class="gap">
                  <td colSpan={4}>
                    {skipped} unchanged {skipped === 1 ? 'line' : 'lines'}
                  </td>
                </tr>
              ),
              ...shown.map((line, each) => <Line key={`${at}-${each}`} line={line} />),
            ];
          })}
        </tbody>
      </table>
      {isCut && (
        <button type="button" class="button quiet" onClick={() => setWhole(true)}>
          Show the whole difference
        </button>
      )}
    </section>
  );
}

function Line({ line: { kind, before, after, spans } }: { line: DiffLine }): JSX.Element {
  return (
    <tr class={kind}>
      <td class="number">{before}</td>
      <td class="number">{after}</td>
      <td class="sign">{signs[kind]}</td>
      <td class="text">
        {spans.map(({ text, isChanged }, at) =>
          isChanged ? <em key={at}>{text}</em> : <span key={at}>{text}</span>,
        )}
      </td>
    </tr>
  );
}
