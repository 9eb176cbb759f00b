import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type FaultRow, mergeRows, toReport } from './report.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const resultsFile = at('faults/results.json');
const reportFile = at('docs/reliability.md');

const [begin, end] = ['<!-- results -->', '<!-- end of results -->'];

export const machine = `${cpus().length} cores, Node ${process.versions.node}, ${process.platform}`;

/** Puts the results in the place that the document keeps for them. */
export function withResults(document: string, rows: readonly FaultRow[]): string {
  const before = document.slice(0, document.indexOf(begin) + begin.length);
  return `${before}\n\n${toReport(rows)}\n\n${document.slice(document.indexOf(end))}`;
}

/** Keeps the rows, and shows them in the document. */
export function storeRows(fresh: readonly FaultRow[]): void {
  const old = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : [];
  const rows = mergeRows(old, fresh);
  writeFileSync(resultsFile, `${JSON.stringify(rows, undefined, 2)}\n`);
  writeFileSync(reportFile, withResults(readFileSync(reportFile, 'utf8'), rows));
}
