import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ran } from './apart.ts';
import { toGrowthPlot } from './growth-plot.ts';
import { toPlot } from './plot.ts';
import { toFigures } from './readme.ts';
import { toReadmePlot } from './readme-plot.ts';
import { mergeResults, type Results, toReport } from './report.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const resultsFile = at('bench/results.json');

export function readResults(): Results | undefined {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : undefined;
}

/** A document that shows the results: all of it, or the place that it keeps for them. */
interface Shown {
  readonly path: string;
  /** The word in the comments around that place. */
  readonly between?: string;
  make(results: Results): string;
}

const documents: readonly Shown[] = [
  { path: 'README.md', between: 'figures', make: toFigures },
  { path: 'docs/figures.svg', make: toReadmePlot },
  { path: 'docs/growth.svg', make: toGrowthPlot },
  { path: 'docs/performance.md', between: 'results', make: toReport },
  { path: 'docs/performance.svg', make: toPlot },
];

/** Every document with what it should say, given what it says now. */
export function documentsOf(results: Results, read: (path: string) => string) {
  return documents.map(({ path, between, make }) => ({
    path,
    text: between === undefined ? make(results) : withPart(read(path), between, make(results)),
  }));
}

function withPart(document: string, word: string, part: string): string {
  const [begin, end] = [`<!-- ${word} -->`, `<!-- end of ${word} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`There is no place for the ${word}.`);
  return `${document.slice(0, from + begin.length)}\n\n${part}\n\n${document.slice(to)}`;
}

/** Keeps the rows of a bench for the next comparison, and in the documents. */
export function storeResults({ bench, rows, failure }: Ran): void {
  const date = new Date().toISOString().slice(0, 10);
  const fresh = { machine: describe(), rows: rows.map((row) => ({ bench, date, ...row })) };
  writeResults(mergeResults(readResults(), fresh, failure === undefined));
}

/** Writes the results and every document that shows them. */
export function writeResults(results: Results): void {
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  for (const { path, text } of documentsOf(results, (each) => readFileSync(at(each), 'utf8'))) {
    writeFileSync(at(path), text);
  }
}

function describe(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}`;
}
