import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import type { Row } from './measure.ts';
import type { Told } from './one.ts';

/** What became of one bench. */
export interface Ran {
  readonly bench: string;
  readonly rows: readonly Row[];
  readonly seconds: number;
  /** Why some rows are missing. */
  readonly failure?: string;
}

const minutesMax = 8;
/** Writing a million notes alone takes longer than that. */
const minutesMaxOfMillion = 60;

/** Runs a bench in a process of its own: what it leaves in memory, or its failure, disturbs no other. */
export async function runApart(
  bench: string,
  flags: readonly string[],
  onRow: (row: Row) => void = () => {},
): Promise<Ran> {
  const start = performance.now();
  // A group of its own, so that servers which it has started end with it.
  const child = fork(fileURLToPath(entryUrl('bench-one')), [bench, ...flags], { detached: true });
  const endAll = () => endGroup(child);
  process.once('exit', endAll);
  const minutes = flags.includes('--million') ? minutesMaxOfMillion : minutesMax;
  const timer = setTimeout(endAll, minutes * 60_000);
  const told: Row[] = [];
  let rows: readonly Row[] | undefined;
  child.on('message', (message: Told) => {
    if ('rows' in message) rows = message.rows;
    else {
      told.push(message.row);
      onRow(message.row);
    }
  });
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  process.off('exit', endAll);
  endAll();
  const seconds = (performance.now() - start) / 1000;
  if (rows !== undefined && code === 0) return { bench, rows, seconds };
  const failure =
    signal === null ? `ended with ${code}` : `was ended after ${Math.round(seconds)} s`;
  return { bench, rows: rows ?? told, seconds, failure };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
