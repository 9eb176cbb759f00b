import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ran } from './apart.ts';
import { toPlot } from './plot.ts';
import { mergeResults, type Results, toReport } from './report.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const resultsFile = at('bench/results.json');
export const plotFile = at('docs/performance.svg');
export const reportFile = at('docs/performance.md');

const [begin, end] = ['<!-- results -->', '<!-- end of results -->'];

export function readResults(): Results | undefined {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : undefined;
}

/** Puts the results in the place that the document keeps for them. */
export function withResults(document: string, results: Results): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  const before = document.slice(0, from + begin.length);
  return `${before}\n\n${toReport(results)}\n\n${document.slice(to)}`;
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
  writeFileSync(plotFile, toPlot(results));
  writeFileSync(reportFile, withResults(readFileSync(reportFile, 'utf8'), results));
}

function describe(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}`;
}
