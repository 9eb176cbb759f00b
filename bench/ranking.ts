import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSearch, type Search } from '../src/engine/knowledge/search/create-search.ts';
import { judged, type Row } from './measure.ts';

/** Questions that people have judged documents for; they are not part of the repository. */
const folder = fileURLToPath(new URL('../../shared/ranking/', import.meta.url));
const hitsJudged = 10;
const aim = 0.45;
const relatedAim = 0.37;
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
  const means: { ranking: number; related: number }[] = [];
  const rows: Row[] = [];
  for (const name of names) {
    const found = await measure(name);
    means.push(found);
    const before = earlier[name];
    rows.push(
      before === undefined
        ? toRow(`ranking: ${name}`, found.ranking, 'the aim', aim)
        : toRow(`ranking: ${name}`, found.ranking, 'version 0.1', before),
      toRow(`related notes: ${name}`, found.related, 'the aim', relatedAim),
    );
  }
  const all = `mean of ${names.length} sets`;
  const ranking = mean(means.map((each) => each.ranking));
  const related = mean(means.map((each) => each.related));
  return [
    ...rows,
    toRow(`ranking: ${all}`, ranking, 'the aim', aim),
    toRow(`related notes: ${all}`, related, 'the aim', relatedAim),
  ];
}

function toRow(what: string, ours: number, beside: string, theirs: number): Row {
  return judged({ what, unit: 'nDCG@10', ours, beside, theirs, reach: { atLeast: 1 } });
}

/** Related to a document that answers a question are the others that do. */
async function measure(name: string): Promise<{ ranking: number; related: number }> {
  const search = await load(name);
  const ranking: number[] = [];
  const related: number[] = [];
  try {
    for (const { text, relevant } of readLines<JudgedQuestion>(`${name}.questions.jsonl`)) {
      const [first, ...others] = relevant;
      if (first === undefined) continue;
      const { hits } = await search.ranked({ query: toWords(text), limit: hitsJudged });
      ranking.push(gainOf(hits, relevant));
      if (others.length === 0) continue;
      related.push(gainOf(await search.similar(`${first}.md`, hitsJudged), others));
    }
  } finally {
    await search.close();
  }
  return { ranking: mean(ranking), related: mean(related) };
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

function gainOf(found: readonly { readonly path: string }[], relevant: readonly string[]): number {
  const wanted = new Set(relevant.map((id) => `${id}.md`));
  const discount = (rank: number) => 1 / Math.log2(rank + 2);
  const sum = (ranks: readonly number[]) => ranks.reduce((all, rank) => all + discount(rank), 0);
  const ideal = Array.from({ length: Math.min(hitsJudged, wanted.size) }, (_, rank) => rank);
  return sum(found.flatMap(({ path }, rank) => (wanted.has(path) ? [rank] : []))) / sum(ideal);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
