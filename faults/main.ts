import { fullDiskRounds } from './disk-full.ts';
import { ideFrames } from './ide.ts';
import { indexStorms } from './index-storm.ts';
import { killRounds } from './kill.ts';
import type { FaultReport } from './support.ts';
import { swapRounds } from './swap.ts';
import { fileBurst, folderBurst, settleRounds, stormRounds } from './watch.ts';
import { writerRounds } from './writers.ts';

const short = process.argv.includes('--short');
const seedAt = process.argv.indexOf('--seed');
const seed = seedAt === -1 ? Date.now() % 100_000 : Number(process.argv[seedAt + 1]);

const faults: readonly (() => Promise<FaultReport>)[] = [
  () => killRounds({ rounds: short ? 100 : 1000, seed }),
  () => writerRounds({ writers: 8, times: short ? 200 : 1000, processes: 1 }),
  () => writerRounds({ writers: 8, times: short ? 200 : 1000, processes: 2 }),
  () => swapRounds({ reads: short ? 10_000 : 100_000 }),
  () => fullDiskRounds({ rounds: short ? 1 : 20 }),
  () => ideFrames({ frames: short ? 2000 : 100_000, seed }),
  () => fileBurst({ files: short ? 5000 : 50_000 }),
  () => folderBurst({ folders: short ? 300 : 3000 }),
  () => stormRounds({ rounds: short ? 50 : 1000, steps: 80, seed }),
  () => stormRounds({ rounds: short ? 20 : 200, steps: 80, seed, mode: 'poll' }),
  () => indexStorms({ rounds: short ? 5 : 200, steps: 60, seed }),
  () => settleRounds({ rounds: short ? 1000 : 10_000 }),
];

const toList = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

process.stdout.write('| fault | rounds | lost | seen | seed |\n|---|---|---|---|---|\n');
for (const run of faults) {
  const report = await run();
  const { name, rounds, losses, counts } = report;
  const lost = Object.values(losses).some((count) => count !== 0);
  if (lost) process.exitCode = 1;
  process.stdout.write(
    `| ${name} | ${rounds} | ${lost ? '**' : ''}${toList(losses)}${lost ? '**' : ''} | ${toList(counts)} | ${report.seed ?? ''} |\n`,
  );
}
