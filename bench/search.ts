import { spawnSync } from 'node:child_process';
import { createSearch, type Search } from '../src/engine/knowledge/search/create-search.ts';
import { planted } from './generate-vault.ts';
import { compete, judged, type Row, secondsOf } from './measure.ts';
import { Questions } from './questions.ts';
import { scaled } from './scale.ts';
import { type ContactVault, noteVaults } from './vaults.ts';

const manyNotes = scaled(50_000);
const fewNotes = scaled(10_000);

interface Question {
  readonly what: string;
  /** What is sought: another one for each call, except where there is one only. */
  next(questions: Questions): string;
  /** How ripgrep is asked for it. */
  readonly flags: readonly string[];
  /** Ratio to the peer. */
  readonly atMost: number;
  ask(search: Search, sought: string): Promise<unknown>;
}

const text = (search: Search, term: string) => search.text({ terms: [term] });
const literal = { flags: ['-iF'], atMost: 0.05, ask: text } as const;

/** Asked for the first page and the number of all notes; the peer lists the notes. */
const questions: readonly Question[] = [
  { what: 'rare word', next: (all) => all.rare(), ...literal },
  { what: 'common word', next: (all) => all.common(), ...literal },
  { what: 'phrase', next: (all) => all.phrase(), ...literal },
  { what: 'no match', next: (all) => all.missing(), ...literal },
  { what: 'accents', next: () => planted.accented, ...literal },
  { what: 'CJK', next: () => planted.unspaced, ...literal },
  {
    what: 'regular expression',
    next: (all) => `${all.rare()}\\w* \\w+`,
    flags: ['-i'],
    atMost: 0.05,
    ask: (search, source) => search.regex({ source, flags: 'i' }),
  },
  {
    what: 'regular expression without a fixed part',
    next: () => '[0-9]{4}-0[1-4]-1[0-9]',
    flags: [],
    atMost: 1,
    ask: (search, source) => search.regex({ source }),
  },
];

/** Searches beside ripgrep on the warm page cache, and beside fixed limits. */
export async function benchSearch(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const vault of noteVaults(manyNotes)) rows.push(...(await besideRipgrep(vault)));
  for (const vault of noteVaults(fewNotes)) rows.push(...(await firstPages(vault)));
  return rows;
}

async function besideRipgrep({ name, root }: ContactVault): Promise<Row[]> {
  if (spawnSync('rg', ['--version']).status !== 0) return [];
  const asked = new Questions(root);
  const search = await load(asked);
  try {
    const rows: Row[] = [memoryRow(search, name)];
    for (const { what, flags, atMost, next, ask } of questions) {
      rows.push(
        await compete({
          what: `search: ${what}, ${name}`,
          unit: 'ms',
          beside: 'ripgrep -l',
          reach: { atMost },
          ours: () => milliseconds(ask, search, next(asked)),
          theirs: () => milliseconds(spawnSync, 'rg', ['-l', ...flags, next(asked), root]),
        }),
      );
    }
    return rows;
  } finally {
    await search.close();
  }
}

/** First pages against the limit of 5 ms, while the index is warm. */
async function firstPages({ name, root }: ContactVault): Promise<Row[]> {
  const all = new Questions(root);
  const search = await load(all);
  try {
    const rows: Row[] = [];
    const asked = [
      ...questions.slice(0, 6),
      {
        what: 'ranked, two words',
        next: () => `${all.common()} ${all.rare()}`,
        ask: (_: Search, query: string) => search.ranked({ query }),
      },
    ];
    for (const { what, next, ask } of asked) {
      rows.push(
        await compete({
          what: `first page: ${what}, ${name}`,
          unit: 'ms',
          beside: 'limit',
          reach: { atMost: 1 },
          runs: 21,
          ours: () => milliseconds(ask, search, next(all)),
          theirs: () => 5,
        }),
      );
    }
    return rows;
  } finally {
    await search.close();
  }
}

function memoryRow(search: Search, name: string): Row {
  const { blockBytes, bytes } = search.stats();
  return judged({
    what: `search: memory of texts and index, ${name}`,
    unit: 'MB',
    ours: blockBytes / 1e6,
    beside: 'the texts',
    theirs: bytes / 1e6,
    reach: { atMost: 1.4 },
  });
}

async function load(asked: Questions): Promise<Search> {
  const search = createSearch();
  for (const { path, text } of asked.notes()) search.set(path, text);
  await search.settle();
  return search;
}

async function milliseconds<Args extends unknown[]>(
  run: (...args: Args) => unknown,
  ...args: Args
): Promise<number> {
  return (await secondsOf(() => run(...args))) * 1000;
}
