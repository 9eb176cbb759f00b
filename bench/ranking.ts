import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSearch, type Search } from '../src/engine/knowledge/search/create-search.ts';
import { judged, type Row } from './measure.ts';

/** Questions that people have judged documents for; they are not part of the repository. */
const folder = fileURLToPath(new URL('../../shared/ranking/', import.meta.url));
const hitsJudged = 10;
const aim = 0.45;
/** What the ranking of version 0.1 reached. */
const earlier: Readonly<Record<string, number>> = { cranfield: 0.332, cisi: 0.24 };

interface JudgedDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface JudgedQuestion {
  readonly text: string;
  readonly relevant: readonly string[];
}

/** How good the order of the hits is: nDCG@10, one for a perfect page. */
export async function benchRanking(): Promise<Row[]> {
  const names = existsSync(folder)
    ? readdirSync(folder).flatMap((file) => /^(.+)\.questions\.jsonl$/.exec(file)?.[1] ?? [])
    : [];
  if (names.length === 0) {
    process.stderr.write('  skipped  no judged questions in ../shared/ranking\n');
    return [];
  }
  const means: number[] = [];
  const rows: Row[] = [];
  for (const name of names) {
    const ours = await meanGain(name);
    means.push(ours);
    const before = earlier[name];
    rows.push(
      judged({
        ...{ what: `ranking: ${name}`, unit: 'nDCG@10', ours, reach: { atLeast: 1 } },
        ...(before === undefined
          ? { beside: 'the aim', theirs: aim }
          : { beside: 'version 0.1', theirs: before }),
      }),
    );
  }
  const what = `ranking: mean of ${names.length} sets`;
  const row = { what, unit: 'nDCG@10', ours: mean(means), beside: 'the aim', theirs: aim };
  return [...rows, judged({ ...row, reach: { atLeast: 1 } })];
}

async function meanGain(name: string): Promise<number> {
  const search = await load(name);
  try {
    const gains: number[] = [];
    for (const { text, relevant } of readLines<JudgedQuestion>(`${name}.questions.jsonl`)) {
      if (relevant.length === 0) continue;
      const { hits } = await search.ranked({ query: toWords(text), limit: hitsJudged });
      gains.push(
        gainOf(
          hits.map(({ path }) => path.slice(0, -'.md'.length)),
          relevant,
        ),
      );
    }
    return mean(gains);
  } finally {
    await search.close();
  }
}

/** Quotes and minus signs of a question in prose are no operators. */
function toWords(question: string): string {
  return question.replace(/["-]/g, ' ');
}

/** A note per document, with its title as the first heading. */
async function load(name: string): Promise<Search> {
  const search = createSearch();
  for (const { id, title, text } of readLines<JudgedDocument>(`${name}.documents.jsonl`)) {
    search.set(`${id}.md`, `# ${title}\n\n${text}\n`);
  }
  await search.settle();
  return search;
}

function readLines<Line>(file: string): Line[] {
  return readFileSync(folder + file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function gainOf(found: readonly string[], relevant: readonly string[]): number {
  const wanted = new Set(relevant);
  const discount = (rank: number) => 1 / Math.log2(rank + 2);
  const sum = (ranks: readonly number[]) => ranks.reduce((all, rank) => all + discount(rank), 0);
  const ideal = Array.from({ length: Math.min(hitsJudged, wanted.size) }, (_, rank) => rank);
  return sum(found.flatMap((id, rank) => (wanted.has(id) ? [rank] : []))) / sum(ideal);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
