import { spawnSync } from 'node:child_process';
import { createSearch, type Search } from '../src/engine/knowledge/search/create-search.ts';
import { type GeneratedNote, generateNotes, planted } from './generate-vault.ts';
import { compete, judged, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';
import { generatedVault } from './vaults.ts';

const manyNotes = scaled(50_000);
const fewNotes = scaled(10_000);

interface Question {
  readonly what: string;
  readonly args: readonly string[];
  /** Ratio to the peer. */
  readonly atMost: number;
  ask(search: Search): Promise<unknown>;
}

const text = (term: string) => (search: Search) => search.text({ terms: [term] });

/** Asked for the first page and the number of all notes; the peer lists the notes. */
const questions: readonly Question[] = [
  { what: 'rare word', args: ['-iF', planted.rare], atMost: 0.05, ask: text(planted.rare) },
  { what: 'common word', args: ['-iF', planted.common], atMost: 0.05, ask: text(planted.common) },
  {
    what: 'phrase',
    args: ['-iF', planted.rarePhrase],
    atMost: 0.05,
    ask: text(planted.rarePhrase),
  },
  { what: 'no match', args: ['-iF', planted.missing], atMost: 0.05, ask: text(planted.missing) },
  { what: 'accents', args: ['-iF', planted.accented], atMost: 0.05, ask: text(planted.accented) },
  { what: 'CJK', args: ['-iF', planted.unspaced], atMost: 0.05, ask: text(planted.unspaced) },
  {
    what: 'regular expression',
    args: ['-i', 'xylo\\w+ mark[a-z]+'],
    atMost: 0.05,
    ask: (search) => search.regex({ source: 'xylo\\w+ mark[a-z]+', flags: 'i' }),
  },
  {
    what: 'regular expression without a fixed part',
    args: ['[0-9]{4}-0[1-4]-1[0-9]'],
    atMost: 1,
    ask: (search) => search.regex({ source: '[0-9]{4}-0[1-4]-1[0-9]' }),
  },
];

/** Searches beside ripgrep on the warm page cache, and beside fixed limits. */
export async function benchSearch(): Promise<Row[]> {
  const notes = [...generateNotes(manyNotes)];
  const rows = [...(await besideRipgrep(notes)), ...(await firstPages(notes.slice(0, fewNotes)))];
  return rows;
}

async function besideRipgrep(notes: readonly GeneratedNote[]): Promise<Row[]> {
  if (spawnSync('rg', ['--version']).status !== 0) return [];
  const root = generatedVault(notes.length);
  const search = await load(notes);
  try {
    const rows: Row[] = [memoryRow(search)];
    for (const { what, args, atMost, ask } of questions) {
      rows.push(
        await compete({
          what: `search: ${what}, ${notes.length} notes`,
          unit: 'ms',
          beside: 'ripgrep -l',
          reach: { atMost },
          ours: () => milliseconds(() => ask(search)),
          theirs: () => milliseconds(() => spawnSync('rg', ['-l', ...args, root])),
        }),
      );
    }
    return rows;
  } finally {
    await search.close();
  }
}

/** First pages against the limit of 5 ms, while the index is warm. */
async function firstPages(notes: readonly GeneratedNote[]): Promise<Row[]> {
  const search = await load(notes);
  try {
    const rows: Row[] = [];
    const asked = [
      ...questions.slice(0, 6).map(({ what, ask }) => ({ what, ask })),
      {
        what: 'ranked, two words',
        ask: () => search.ranked({ query: `${planted.common} ${planted.rare}` }),
      },
    ];
    for (const { what, ask } of asked) {
      rows.push(
        await compete({
          what: `first page: ${what}, ${notes.length} notes`,
          unit: 'ms',
          beside: 'limit',
          reach: { atMost: 1 },
          runs: 21,
          ours: () => milliseconds(() => ask(search)),
          theirs: () => 5,
        }),
      );
    }
    return rows;
  } finally {
    await search.close();
  }
}

function memoryRow(search: Search): Row {
  const { blockBytes, bytes, notes } = search.stats();
  return judged({
    what: `search: memory of texts and index, ${notes} notes`,
    unit: 'MB',
    ours: blockBytes / 1e6,
    beside: 'the texts',
    theirs: bytes / 1e6,
    reach: { atMost: 1.4 },
  });
}

async function load(notes: readonly GeneratedNote[]): Promise<Search> {
  const search = createSearch();
  for (const note of notes) search.set(note.path, note.text);
  await search.settle();
  return search;
}

const milliseconds = async (run: () => unknown): Promise<number> => (await secondsOf(run)) * 1000;
