import { allFaults } from './all.ts';
import { besidePeers, toPeerTable } from './peers.ts';
import { type FaultRow, hasLost, hasMissed, tableHead, toTableLine } from './report.ts';
import { machine, storePeers, storeRows } from './store.ts';
import { type Fault, isPartOf, toSize } from './support.ts';

/** `npm run faults [GROUP... | peers] [--short] [--seed N] [--soak SECONDS] [--store]` */
const words = process.argv.slice(2);
const numberAfter = (flag: string): number | undefined =>
  words.includes(flag) ? Number(words[words.indexOf(flag) + 1]) : undefined;
const isShort = words.includes('--short');
const size = toSize(
  isShort ? 'short' : 'full',
  numberAfter('--seed') ?? Date.now() % 100_000,
  numberAfter('--soak') ?? (isShort ? 15 : 300),
);
const named = words.filter((word) => /^[a-z]/.test(word));
const groups = named.filter((word) => word !== 'peers');
const unknown = groups.find((group) => !(group in allFaults));
if (unknown !== undefined) {
  const names = Object.keys(allFaults).join(', ');
  process.stderr.write(`There is no fault "${unknown}". Name some of: ${names}.\n`);
  process.exit(2);
}

if (named.includes('peers')) {
  const rows = await besidePeers(size, ({ fault, harm }) =>
    process.stdout.write(`${fault}: ${JSON.stringify(harm)}\n`),
  );
  process.stdout.write(`\n${toPeerTable(rows)}`);
  if (words.includes('--store')) storePeers(rows);
  process.exit();
}

process.stdout.write(`Seed ${size.seed}.\n\n${tableHead}`);
for (const group of groups.length > 0 ? groups : Object.keys(allFaults)) {
  const rows: FaultRow[] = [];
  for (const fault of (allFaults[group] ?? []).filter((each) => isPartOf(size.size, each))) {
    const row = await tryOut(group, fault);
    if (hasLost(row) || hasMissed(row)) process.exitCode = 1;
    process.stdout.write(toTableLine(row));
    rows.push(row);
  }
  if (words.includes('--store')) storeRows(rows);
}

async function tryOut(group: string, { promise, run }: Fault): Promise<FaultRow> {
  const startMs = performance.now();
  const report = await run(size);
  const seconds = Math.ceil((performance.now() - startMs) / 1000);
  const date = new Date().toISOString().slice(0, 10);
  return { group, promise, ...report, seed: size.seed, seconds, date, machine };
}
