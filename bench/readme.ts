import { median } from './measure.ts';
import type { Results } from './report.ts';
import { type BenchRow, round } from './table.ts';

/** Something that a user waits for, and the rows about it: one for each peer. */
interface Wait {
  /** As a figure says it. */
  readonly sentence: string;
  /** As the plot says it. */
  readonly label: string;
  readonly bench: string;
  readonly row: RegExp;
}

const waits: readonly Wait[] = [
  {
    sentence:
      'An agent starts the server on notes that it has never seen, and has its first search answered',
    label: 'first contact to first search',
    bench: 'contact-peers',
    row: /^first contact: search, [\d,]+ generated notes$/,
  },
  {
    sentence: 'A note that many others link to is moved, every link kept right and on disk',
    label: 'move with 1,000 backlinks',
    bench: 'moves',
    row: /^move/,
  },
  {
    sentence: 'A common word is found in 50,000 notes',
    label: 'common word in 50,000 notes',
    bench: 'search',
    row: /^search: common word, [\d,]+ generated/,
  },
  {
    sentence: 'An agent searches for a rare word',
    label: 'search, rare word',
    bench: 'mcp-peers',
    row: /: rare word, [\d,]+ generated/,
  },
  {
    sentence: 'An agent searches for a common word',
    label: 'search, common word',
    bench: 'mcp-peers',
    row: /: common word, [\d,]+ generated/,
  },
  {
    sentence: 'An agent asks for all tags',
    label: 'all tags',
    bench: 'mcp-peers',
    row: /: tags, [\d,]+ generated/,
  },
];

const figureCount = 3;

/** What we and the others need for one thing, in milliseconds. */
export interface Race {
  readonly wait: Wait;
  readonly ours: number;
  /** The fastest first. */
  readonly others: readonly { readonly name: string; readonly value: number }[];
}

export function toRaces({ rows }: Results): Race[] {
  return waits.flatMap((wait) => {
    const own = rows.filter(({ bench, what }) => bench === wait.bench && wait.row.test(what));
    if (own.length === 0) return [];
    const others = own.map((row) => ({
      name: row.beside.replace(/ -l$/, ''),
      value: toMillis(row, row.theirs),
    }));
    const ours = median(own.map((row) => toMillis(row, row.ours)));
    return [{ wait, ours, others: others.toSorted((a, b) => a.value - b.value) }];
  });
}

function toMillis({ unit }: BenchRow, value: number): number {
  return unit === 'ms' ? value : value * 1000;
}

/** The figures of README: the first of what was measured, beside the fastest of the others. */
export function toFigures(results: Results): string {
  const lines = toRaces(results)
    .slice(0, figureCount)
    .map(({ wait, ours, others: [best] }) => {
      const beside = best === undefined ? '' : `${toTime(best.value)} (${best.name})`;
      return `| ${wait.sentence} | ${toTime(ours)} | ${beside} |`;
    });
  return [
    '| what | vaultd | the fastest other |',
    '|---|---|---|',
    ...lines,
    '',
    `![What an agent and its user wait for, beside other servers](docs/figures.svg)`,
    '',
    `Medians of alternating runs on one machine (${results.machine}), on generated vaults of 10,000 notes unless noted; each question is asked only once. \`npm run bench\` repeats them. [docs/performance.md](docs/performance.md) has all figures, including those that miss their target.`,
  ].join('\n');
}

/** A time as people say it. */
export function toTime(millis: number): string {
  return millis >= 1000 ? `${round(millis / 1000)} s` : `${round(millis)} ms`;
}
