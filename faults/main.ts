import { fullDiskRounds } from './disk-full.ts';
import { ideFrames, idePatience } from './ide.ts';
import { indexStorms } from './index-storm.ts';
import { killRounds } from './kill.ts';
import { killMoves } from './kill-move.ts';
import { deafReader, startRaces } from './local.ts';
import { remoteCrowd, remoteFrames, remoteWriters } from './remote.ts';
import { remoteStop } from './remote-stop.ts';
import { remoteSwap } from './remote-swap.ts';
import { remoteTree } from './remote-tree.ts';
import { soak } from './soak.ts';
import type { FaultReport } from './support.ts';
import { swapRounds } from './swap.ts';
import { undoAfterOthers, undoEverything } from './undo.ts';
import { fileBurst, folderBurst, settleRounds, stormRounds } from './watch.ts';
import { webCrowd, webRequests } from './web.ts';
import { writerRounds } from './writers.ts';

const short = process.argv.includes('--short');
const seedAt = process.argv.indexOf('--seed');
const seed = seedAt === -1 ? Date.now() % 100_000 : Number(process.argv[seedAt + 1]);

/** `--soak SECONDS`; half an hour unless said. */
const soakAt = process.argv.indexOf('--soak');
const soakSeconds = soakAt === -1 ? 1800 : Number(process.argv[soakAt + 1]);

const faults: Readonly<Record<string, readonly (() => Promise<FaultReport>)[]>> = {
  kill: [() => killRounds({ rounds: short ? 100 : 1000, seed })],
  moves: [
    () => killMoves({ rounds: short ? 5 : 200, backlinks: short ? 300 : 1000, seed }),
    () => undoEverything({ steps: short ? 200 : 1000, seed }),
    () => undoAfterOthers({ rounds: short ? 200 : 5000, seed }),
  ],
  writers: [
    () => writerRounds({ writers: 8, times: short ? 200 : 1000, processes: 1 }),
    () => writerRounds({ writers: 8, times: short ? 200 : 1000, processes: 2 }),
  ],
  swap: [() => swapRounds({ reads: short ? 10_000 : 100_000 })],
  disk: [() => fullDiskRounds({ rounds: short ? 1 : 20 })],
  ide: [() => ideFrames({ frames: short ? 2000 : 100_000, seed }), ...(short ? [] : [idePatience])],
  remote: [
    () => remoteFrames({ frames: short ? 5000 : 100_000, seed }),
    () => remoteCrowd({ connections: 1000, isTimed: !short }),
    () => remoteWriters({ clients: 8, times: short ? 200 : 1000 }),
    () => remoteTree({ files: short ? 2000 : 10_000 }),
    () => remoteSwap({ calls: short ? 5000 : 100_000 }),
    () => remoteStop({ rounds: short ? 2 : 20, isTimed: !short }),
  ],
  local: [
    () => startRaces({ rounds: short ? 5 : 50 }),
    () => deafReader({ events: short ? 2000 : 50_000 }),
  ],
  watch: [
    () => fileBurst({ files: short ? 5000 : 50_000 }),
    () => folderBurst({ folders: short ? 300 : 3000 }),
    () => stormRounds({ rounds: short ? 50 : 1000, steps: 80, seed }),
    () => stormRounds({ rounds: short ? 20 : 200, steps: 80, seed, mode: 'poll' }),
    () => settleRounds({ rounds: short ? 1000 : 10_000 }),
  ],
  web: [
    () => webRequests({ requests: short ? 2000 : 100_000, seed }),
    () => webCrowd({ connections: 1000, isTimed: !short }),
  ],
  soak: [() => soak({ seconds: short ? 60 : soakSeconds, seed })],
  index: [() => indexStorms({ rounds: short ? 5 : 200, steps: 60, seed })],
};

/** Those that are named, or all. */
const wanted = process.argv.slice(2).filter((word) => word in faults);
const names = wanted.length > 0 ? wanted : Object.keys(faults);

const toList = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

process.stdout.write('| fault | rounds | lost | seen | seed |\n|---|---|---|---|---|\n');
for (const run of names.flatMap((name) => faults[name] ?? [])) {
  const report = await run();
  const { name, rounds, losses, counts } = report;
  const lost = Object.values(losses).some((count) => count !== 0);
  if (lost) process.exitCode = 1;
  process.stdout.write(
    `| ${name} | ${rounds} | ${lost ? '**' : ''}${toList(losses)}${lost ? '**' : ''} | ${toList(counts)} | ${report.seed ?? ''} |\n`,
  );
}
