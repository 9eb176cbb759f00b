import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSearch, type Search } from '../src/engine/knowledge/search/create-search.ts';
import { judged, type Row } from './measure.ts';

/** Questions that people have judged documents for; they are not part of the repository. */
const folder = fileURLToPath(new URL('../../shared/ranking/', import.meta.url));
const hitsJudged = 10;
/** Over all four sets, two of which are held back, and are easier; and over these two alone. */
const aims = { all: 0.45, ours: 0.4 };
const relatedAim = 0.37;
/** One in so many documents is enough to tell how well related ones are found. */
const sampledEvery = 4;
/** BM25 of the textbooks, with stop words dropped and a light stemmer, as the sets come with. */
const textbook: Readonly<Record<string, number>> = { cranfield: 0.385, cisi: 0.327 };

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
    const known = textbook[name];
    rows.push(
      known === undefined
        ? toRow(`ranking: ${name}`, found.ranking, 'the aim', aims.all)
        : toRow(`ranking: ${name}`, found.ranking, 'textbook BM25', known),
      toRow(`related notes: ${name}`, found.related, 'the aim', relatedAim),
    );
  }
  const all = `mean of ${names.length} sets`;
  const aim = names.every((name) => name in textbook) ? aims.ours : aims.all;
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

/** How well the search answers questions, and finds what is related to a document. */
async function measure(name: string): Promise<{ ranking: number; related: number }> {
  const search = await load(name);
  const questions = readLines<JudgedQuestion>(`${name}.questions.jsonl`);
  const ranking: number[] = [];
  const related: number[] = [];
  try {
    for (const { text, relevant } of questions) {
      if (relevant.length === 0) continue;
      const { hits } = await search.ranked({ query: toWords(text), limit: hitsJudged });
      ranking.push(gainOf(hits, relevant));
    }
    const documents = [...relatedDocuments(questions)];
    for (const [id, others] of documents.filter((_, index) => index % sampledEvery === 0)) {
      related.push(gainOf(await search.similar(`${id}.md`, hitsJudged), [...others]));
    }
  } finally {
    await search.close();
  }
  return { ranking: mean(ranking), related: mean(related) };
}

/** Two documents are related when both answer the same question, whichever question that is. */
function relatedDocuments(questions: readonly JudgedQuestion[]): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const { relevant } of questions.filter((each) => each.relevant.length > 1)) {
    for (const id of relevant) {
      const others = related.get(id) ?? new Set();
      related.set(id, others);
      for (const other of relevant) if (other !== id) others.add(other);
    }
  }
  return related;
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
