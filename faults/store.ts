import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type PeerRow, toPeerTable } from './peers.ts';
import { type FaultRow, mergeRows, toReport } from './report.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const resultsFile = at('faults/results.json');
const reportFile = at('docs/reliability.md');

const peersFile = at('faults/peers.json');

export const machine = `${cpus().length} cores, Node ${process.versions.node}, ${process.platform}`;

/** Puts the results in the places that the document keeps for them. */
export function withResults(
  document: string,
  rows: readonly FaultRow[],
  peers: readonly PeerRow[],
): string {
  return put(put(document, 'results', toReport(rows)), 'peers', toPeerTable(peers).trimEnd());
}

function put(document: string, place: string, text: string): string {
  const [begin, end] = [`<!-- ${place} -->`, `<!-- end of ${place} -->`];
  const before = document.slice(0, document.indexOf(begin) + begin.length);
  return `${before}\n\n${text}\n\n${document.slice(document.indexOf(end))}`;
}

/** Keeps the rows, and shows them in the document. */
export function storeRows(fresh: readonly FaultRow[]): void {
  store(mergeRows(readJson(resultsFile), fresh), readJson(peersFile));
}

/** The same for the comparison with others. */
export function storePeers(peers: readonly PeerRow[]): void {
  store(readJson(resultsFile), peers);
}

function store(rows: readonly FaultRow[], peers: readonly PeerRow[]): void {
  writeFileSync(resultsFile, `${JSON.stringify(rows, undefined, 2)}\n`);
  writeFileSync(peersFile, `${JSON.stringify(peers, undefined, 2)}\n`);
  writeFileSync(reportFile, withResults(readFileSync(reportFile, 'utf8'), rows, peers));
}

function readJson<T>(file: string): T[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
