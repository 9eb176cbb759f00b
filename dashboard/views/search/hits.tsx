import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Output } from '../../api/operations.ts';
import { folderOf, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { Excerpt, ExcerptLine } from '../../markdown/excerpt.tsx';

export type Hit = Output<'note.search'>['hits'][number];
type Match = Hit['matches'][number];

interface HitsProps {
  readonly hits: readonly Hit[];
  readonly at: number;
  /** The query that these are the results of. */
  readonly answers: string;
}

export function Hits({ hits, at, answers }: HitsProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ol ref={list} class="hits" id="hits" aria-label="Notes found" data-answers={answers}>
      {hits.map((hit, place) => (
        <HitCard key={hit.path} hit={hit} isChosen={place === at} />
      ))}
    </ol>
  );
}

function HitCard({ hit, isChosen }: { hit: Hit; isChosen: boolean }): JSX.Element {
  const { path, count, matches, passage } = hit;
  const inText = passage
    ? [{ ...passage, marks: passage.marks.map(({ start, end }) => [start, end] as const) }]
    : mergePlaces(matches.filter(({ line }) => line > 0));
  const [first] = inText;
  return (
    <li class={`hit ${isChosen ? 'chosen' : ''}`}>
      <a
        class="hit-title"
        href={hrefOf('notes', path, first ? { line: String(first.line - 1) } : {})}
      >
        <span class="truncate">{titleOf(path)}</span>
        <span class="faint truncate">{folderOf(path)}</span>
        {passage?.heading !== undefined && (
          <span class="faint truncate">
            # <ExcerptLine text={passage.heading} />
          </span>
        )}
        {count !== undefined && count > 1 && <span class="badge">{count}</span>}
      </a>
      {inText.map((place) => (
        <a
          key={`${place.line} ${place.marks[0]?.[0]}`}
          class="hit-line"
          href={hrefOf('notes', path, { line: String(place.line - 1) })}
        >
          <span class="hit-number numbers">{place.line}</span>
          <span>
            <Excerpt {...cutLine(place)} />
          </span>
        </a>
      ))}
    </li>
  );
}

interface Place {
  readonly line: number;
  readonly text: string;
  readonly marks: (readonly [number, number])[];
}

/** Several matches in one line are one line with several marks. */
function mergePlaces(matches: readonly Match[]): Place[] {
  const places: Place[] = [];
  for (const { line, text, start, end } of matches) {
    const last = places.at(-1);
    if (last?.text === text) last.marks.push([start, end]);
    else places.push({ line, text, marks: [[start, end]] });
  }
  return places;
}

const leadMax = 60;
const shownMax = 260;

/** Long lines begin a little before the first mark, and end where there is no more room. */
function cutLine({ text, marks }: Place): Pick<Place, 'text' | 'marks'> {
  const [first = 0] = marks[0] ?? [];
  const from = first > leadMax * 2 ? text.indexOf(' ', first - leadMax) + 1 : 0;
  const to = Math.min(text.length, from + shownMax);
  const lead = from > 0 ? '…' : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    marks: marks
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start + shift, end + shift] as const),
  };
}
