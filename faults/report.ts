import type { FaultReport } from './support.ts';

/** One fault as it was last tried. */
export interface FaultRow extends FaultReport {
  readonly group: string;
  readonly promise: string;
  readonly seed: number;
  readonly seconds: number;
  readonly date: string;
  readonly machine: string;
}

/** Rows of this run replace those of the same groups; the others stay as they were found. */
export function mergeRows(old: readonly FaultRow[], fresh: readonly FaultRow[]): FaultRow[] {
  const groups = new Set(fresh.map(({ group }) => group));
  const kept = old.filter(({ group }) => !groups.has(group));
  const byGroup = (a: FaultRow, b: FaultRow) => a.group.localeCompare(b.group, 'en');
  return [...kept, ...fresh].sort(byGroup);
}

export function hasLost({ losses }: FaultReport): boolean {
  return Object.values(losses).some((count) => count !== 0);
}

/** A fault that never struck shows nothing: its counts say what happened, and all of them are zero. */
export function hasMissed({ counts, skipped }: FaultReport): boolean {
  const seen = Object.values(counts);
  return skipped === undefined && seen.length > 0 && seen.every((count) => count === 0);
}

export const tableHead =
  '| what is promised | tried | lost | seen | took |\n|---|---|---|---|---|\n';

export function toTableLine(row: FaultRow): string {
  const { promise, rounds, losses, counts, seconds, skipped } = row;
  if (skipped !== undefined) return `| ${promise} | not tried: ${skipped} | | | |\n`;
  const lost = hasLost(row)
    ? `**${toList(losses)}**`
    : `0 (${Object.keys(losses).map(toWords).join(', ')})`;
  const tried = rounds.toLocaleString('en');
  return `| ${promise} | ${tried} | ${lost} | ${toList(counts)} | ${seconds} s |\n`;
}

/** The part of `docs/reliability.md` that a run writes. */
export function toReport(rows: readonly FaultRow[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const parts = groups.map((group) => {
    const own = rows.filter((row) => row.group === group);
    const { date, machine, seed } = own[0] ?? { date: '', machine: '', seed: 0 };
    const repeat = `\`npm run faults -- ${group} --seed ${seed}\`; last run ${date} on ${machine}.`;
    return `### ${group}\n\n${repeat}\n\n${tableHead}${own.map(toTableLine).join('')}`;
  });
  const tried = rows.filter(({ skipped }) => skipped === undefined);
  const minutes = Math.ceil(tried.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const clean = tried.filter((row) => !hasLost(row)).length;
  const summary = `${clean} of ${tried.length} faults lost nothing. All of them took ${minutes} minutes.`;
  return [summary, ...parts].join('\n\n').trimEnd();
}

function toList(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${toWords(name)} ${count.toLocaleString('en')}`)
    .join(', ');
}

/** `lostWrites` becomes `lost writes`. */
function toWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
