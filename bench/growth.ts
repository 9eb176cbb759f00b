import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import { toExponent } from './exponent.ts';
import type { Found } from './growth-child.ts';
import { judged, median, type Point, type Row } from './measure.ts';
import { scaled, turns } from './scale.ts';
import { generatedVault } from './vaults.ts';

const sizes = [1000, 10_000, 100_000].map((size) => scaled(size));
if (process.argv.includes('--million')) sizes.push(1_000_000);

/** What is measured at each size, and the exponent to stay under: 1 is in proportion to the notes. */
const measures: readonly (readonly [
  what: string,
  unit: string,
  atMost: number,
  value: (found: Size) => number | undefined,
])[] = [
  ['start from nothing to the first search', 's', 1.1, ({ cold }) => cold.start],
  ['start from the snapshot to the first search', 's', 1.1, ({ start }) => start],
  ['memory of the process', 'MB', 1, ({ warm }) => warm.memory],
  ['search, rare word', 'ms', 1, ({ warm }) => warm.rare],
  ['search, common word', 'ms', 1, ({ warm }) => warm.common],
  ['query over all notes', 'ms', 1.1, ({ warm }) => warm.query],
  ['move of a note with 100 backlinks', 'ms', 0.5, ({ warm }) => warm.move],
  ['walk through the vault', 'ms', 1.1, ({ warm }) => warm.walk],
];

/** What the processes on one vault have found. */
interface Size {
  readonly notes: number;
  readonly cold: Found;
  readonly warm: Found;
  /** The median of all starts from the snapshot. */
  readonly start: number;
}

/** How the cost of the same work grows with the vault. */
export async function benchGrowth(): Promise<Row[]> {
  const found = sizes.map(measure);
  return measures.flatMap(([what, unit, atMost, value]) => {
    const points = found.flatMap((size): Point[] => {
      const each = value(size);
      return each === undefined ? [] : [{ notes: size.notes, value: each }];
    });
    const [first, last] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
    return judged({
      what: `growth: ${what}, ${first.toLocaleString('en')} to ${last.toLocaleString('en')} notes`,
      unit: `as the exponent of ${unit}`,
      ours: toExponent(points),
      beside: 'in proportion to the notes',
      theirs: 1,
      reach: { atMost },
      points,
    });
  });
}

function measure(notes: number): Size {
  const stateDir = mkdtempSync(join(tmpdir(), 'vaultd-bench-growth-'));
  try {
    const root = generatedVault(notes);
    const cold = run(root, stateDir, 'start');
    const starts = Array.from({ length: turns(3) }, () => run(root, stateDir, 'start').start);
    return { notes, cold, start: median(starts), warm: run(root, stateDir, 'all') };
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Each in a process of its own, so that memory is that of one vault. */
function run(root: string, stateDir: string, wanted: 'start' | 'all'): Found {
  const entry = fileURLToPath(entryUrl('bench-growth'));
  const form = process.argv.filter((word) => word.startsWith('--'));
  const args = [entry, root, stateDir, wanted, ...form];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
