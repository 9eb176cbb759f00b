import { expect, test } from 'vitest';
import { fullDiskRounds } from '../faults/disk-full.ts';
import { ideFrames } from '../faults/ide.ts';
import { indexStorms } from '../faults/index-storm.ts';
import { killRounds } from '../faults/kill.ts';
import { killMoves } from '../faults/kill-move.ts';
import { remoteCrowd, remoteFrames, remoteWriters } from '../faults/remote.ts';
import { remoteStop } from '../faults/remote-stop.ts';
import { remoteSwap } from '../faults/remote-swap.ts';
import { remoteTree } from '../faults/remote-tree.ts';
import { soak } from '../faults/soak.ts';
import type { FaultReport } from '../faults/support.ts';
import { swapRounds } from '../faults/swap.ts';
import { undoAfterOthers, undoEverything } from '../faults/undo.ts';
import { fileBurst, folderBurst, settleRounds, stormRounds } from '../faults/watch.ts';
import { webCrowd, webRequests } from '../faults/web.ts';
import { writerRounds } from '../faults/writers.ts';

/** Nothing was lost, and the test did do something. */
function check({ losses, counts }: FaultReport): void {
  for (const [kind, count] of Object.entries(losses))
    expect({ [kind]: count }).toEqual({ [kind]: 0 });
  for (const [kind, count] of Object.entries(counts)) {
    expect(count, `${kind} happened`).toBeGreaterThan(0);
  }
}

test(
  'a writer killed at 100 random moments loses nothing it had acknowledged',
  async () => check(await killRounds({ rounds: 100, seed: 7 })),
  300_000,
);

test(
  'a move with 300 backlinks, killed at 5 moments, is there as a whole or not at all',
  async () => check(await killMoves({ rounds: 5, backlinks: 300, seed: 7 })),
  300_000,
);

test(
  'undoing 200 mixed steps gives every byte and every mode back',
  async () => check(await undoEverything({ steps: 200, seed: 7 })),
  300_000,
);

test(
  'undoing after edits of others keeps what they wrote',
  async () => check(await undoAfterOthers({ rounds: 200, seed: 7 })),
  300_000,
);

test(
  '8 writers with a hash precondition lose no update',
  async () => check(await writerRounds({ writers: 8, times: 200, processes: 1 })),
  300_000,
);

test(
  '8 writers in two processes lose no update',
  async () => check(await writerRounds({ writers: 8, times: 200, processes: 2 })),
  300_000,
);

test(
  'a folder swapped for a link during 10,000 reads leaks nothing',
  async () => check(await swapRounds({ reads: 10_000 })),
  300_000,
);

test(
  'a write that does not fit leaves the old content and no litter',
  async () => check(await fullDiskRounds({ rounds: 2 })),
  300_000,
);

test(
  'of 5,000 files created at once none is missed',
  async () => check(await fileBurst({ files: 5000 })),
  300_000,
);

test(
  'of 300 nested new folders none is missed',
  async () => check(await folderBurst({ folders: 300 })),
  300_000,
);

test(
  'whatever another program does, tree and listeners end up with what is on disk',
  async () => check(await stormRounds({ rounds: 40, steps: 80, seed: 7 })),
  300_000,
);

test(
  'the same where the system does not watch',
  async () => check(await stormRounds({ rounds: 15, steps: 80, seed: 7, mode: 'poll' })),
  300_000,
);

test(
  'a file that was just written is known as soon as the watcher has settled, 1,000 times',
  async () => check(await settleRounds({ rounds: 1000 })),
  300_000,
);

test(
  '10,000 random frames at the IDE door do no harm',
  async () => check(await ideFrames({ frames: 10_000, seed: 7 })),
  300_000,
);

test(
  'after storms of changes, ours and others, the index says what a new one would say',
  async () => check(await indexStorms({ rounds: 3, steps: 60, seed: 3 })),
  300_000,
);

test(
  '5,000 random frames at the remote door do no harm',
  async () => check(await remoteFrames({ frames: 5000, seed: 7 })),
  300_000,
);

test(
  '1,000 connections at the remote door, some of them stuck, keep nobody from an answer',
  async () => check(await remoteCrowd({ connections: 1000, isTimed: false })),
  300_000,
);

test(
  '8 clients that count in one file at the remote door lose no update',
  async () => check(await remoteWriters({ clients: 8, times: 200 })),
  300_000,
);

test(
  'a client that hears every event has the tree that others made',
  async () => check(await remoteTree({ files: 1000 })),
  300_000,
);

test(
  'a folder that is swapped for a link under the remote door lets nothing in or out',
  async () => check(await remoteSwap({ calls: 3000 })),
  300_000,
);

test(
  'a daemon that is told to stop answers the 50 calls under way',
  async () => check(await remoteStop({ rounds: 1, isTimed: false })),
  300_000,
);

test(
  '2,000 random requests at the web door do no harm',
  async () => check(await webRequests({ requests: 2000, seed: 7 })),
  300_000,
);

test(
  '1,000 idle connections at the web door keep nobody out',
  async () => check(await webCrowd({ connections: 1000, isTimed: false })),
  300_000,
);

test(
  'load at all doors with kills, outside edits and restarts loses nothing',
  async () => check(await soak({ seconds: 15, seed: 7 })),
  300_000,
);
