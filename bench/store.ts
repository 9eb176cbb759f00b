import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Row } from './measure.ts';
import { mergeResults, type Results, toPlot, toReport } from './report.ts';

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

/** Keeps the rows for the next comparison, and in the documents. */
export function storeResults(rows: Results['rows']): void {
  const results = mergeResults(readResults(), describe(rows));
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(plotFile, toPlot(results));
  writeFileSync(reportFile, withResults(readFileSync(reportFile, 'utf8'), results));
}

function describe(rows: readonly (Row & { readonly bench: string })[]): Results {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}`;
  return { machine, date: new Date().toISOString().slice(0, 10), rows };
}
