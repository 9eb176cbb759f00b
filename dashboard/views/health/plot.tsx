import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { sayMoment } from '../../kit/times.ts';

interface PlotLine {
  readonly name: string;
  readonly values: readonly number[];
  readonly tone: 'accent' | 'info' | 'warn' | 'good';
}

interface PlotProps {
  readonly title: string;
  /** The newest value as text. */
  readonly now: string;
  readonly at: readonly number[];
  readonly lines: readonly PlotLine[];
  readonly say: (value: number) => string;
  /** What the values are counted in, so that the scale ends at a round number. */
  readonly unit?: number;
}

const width = 320;
const height = 84;

/** A few values over time. The pointer reads them. */
export function Plot({ title, now, at, lines, say, unit = 1 }: PlotProps): JSX.Element {
  const [place, setPlace] = useState<number>();
  const most = Math.max(unit / 1000, ...lines.flatMap(({ values }) => values));
  const top = niceTop(most / unit) * unit;
  const last = Math.max(1, at.length - 1);
  const x = (each: number): number => (each / last) * width;
  const y = (value: number): number => height - (value / top) * (height - 6);
  const shown = place === undefined ? undefined : at[place];
  return (
    <figure class="card plot">
      <figcaption>
        <h2>{title}</h2>
        <span class="plot-now numbers">{now}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${now}`}
        onPointerMove={({ offsetX, currentTarget }) =>
          setPlace(Math.round((offsetX / currentTarget.clientWidth) * last))
        }
        onPointerLeave={() => setPlace(undefined)}
      >
        <line class="plot-base" x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        <line class="plot-base" x1="0" x2={width} y1={y(top / 2)} y2={y(top / 2)} />
        {lines.map(({ name, values, tone }, each) => {
          const points = values
            .map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`)
            .join(' ');
          return (
            <g key={name} class={`plot-${tone}`}>
              {each === 0 && <polygon points={`0,${height} ${points} ${width},${height}`} />}
              <polyline points={points} vector-effect="non-scaling-stroke" />
            </g>
          );
        })}
        {place !== undefined && (
          <line class="plot-cursor" x1={x(place)} x2={x(place)} y1="0" y2={height} />
        )}
      </svg>
      <p class="plot-foot numbers">
        {shown === undefined || place === undefined ? (
          <>
            <span>{lines.map(({ name }) => name).join(', ')}</span>
            <span>up to {say(top)}</span>
          </>
        ) : (
          <>
            <span>{lines.map(({ values }) => say(values[place] ?? 0)).join(' · ')}</span>
            <span>{sayMoment(shown)}</span>
          </>
        )}
      </p>
    </figure>
  );
}

/** The next number that is 1, 2 or 5 with zeros. */
function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size;
}
