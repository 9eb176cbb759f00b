import { clockJumps } from './clock.ts';
import { editsBetween } from './conflict.ts';
import { hostileContents } from './contents.ts';
import { fullDiskRounds } from './disk-full.ts';
import {
  deafAskers,
  endlessMessages,
  halfMessages,
  idleConnections,
  largeMessages,
  malformedMessages,
} from './flood.ts';
import { ideFrames, idePatience } from './ide.ts';
import { indexStorms } from './index-storm.ts';
import { killRounds } from './kill.ts';
import { killMoves } from './kill-move.ts';
import { ledgerAfternoon } from './ledger-afternoon.ts';
import { failovers } from './ledger-failover.ts';
import { ledgerModel } from './ledger-model.ts';
import { ledgerSwaps } from './ledger-swaps.ts';
import { deafReader, startRaces } from './local.ts';
import { oddNamesRounds } from './odd-names.ts';
import { hostilePatterns } from './patterns.ts';
import { deniedFiles, readOnlyMount, specialFiles } from './refused.ts';
import { remoteCrowd, remoteFrames, remoteWriters } from './remote.ts';
import { remoteStop } from './remote-stop.ts';
import { remoteSwap } from './remote-swap.ts';
import { remoteTree } from './remote-tree.ts';
import { restBodies, restCrowd, restRequests } from './rest.ts';
import { soak } from './soak.ts';
import { staleLeftovers } from './stale.ts';
import type { Fault } from './support.ts';
import { swapRounds } from './swap.ts';
import { undoAfterOthers, undoEverything } from './undo.ts';
import { fileBurst, folderBurst, settleRounds, stormRounds, watchLimit } from './watch.ts';
import { webCrowd, webRequests } from './web.ts';
import { writerRounds } from './writers.ts';

/** Every fault by the name of its group, with the counts of the tests and those of a full run. */
export const allFaults: Readonly<Record<string, readonly Fault[]>> = {
  kill: [
    {
      promise: 'a writer killed at random moments loses no acknowledged write',
      run: ({ pick, seed }) => killRounds({ rounds: pick(8, 100, 1000), seed }),
    },
  ],
  moves: [
    {
      promise:
        'a move with many backlinks, killed at random moments, is complete or not made at all',
      run: ({ pick, seed }) =>
        killMoves({ rounds: pick(2, 5, 200), backlinks: pick(100, 300, 1000), seed }),
    },
    {
      promise: 'undoing mixed steps restores every byte and every file mode',
      run: ({ pick, seed }) => undoEverything({ steps: pick(25, 200, 1000), seed }),
    },
    {
      promise: 'undoing after edits by other programs keeps those edits',
      run: ({ pick, seed }) => undoAfterOthers({ rounds: pick(50, 200, 5000), seed }),
    },
  ],
  writers: [
    {
      promise: '8 writers with a hash precondition lose no update',
      run: ({ pick }) => writerRounds({ writers: 8, times: pick(25, 200, 1000), processes: 1 }),
    },
    {
      promise: '8 writers in two processes lose no update',
      run: ({ pick }) => writerRounds({ writers: 8, times: pick(25, 200, 1000), processes: 2 }),
    },
  ],
  swap: [
    {
      promise: 'a folder swapped for a link lets nothing be read or written outside the vault',
      run: ({ pick }) => swapRounds({ reads: pick(1000, 10_000, 100_000) }),
    },
  ],
  disk: [
    {
      promise: 'a write that does not fit leaves the old content and no temporary files',
      run: ({ pick }) => fullDiskRounds({ rounds: pick(1, 2, 20) }),
    },
  ],
  flood: [
    {
      promise: 'malformed messages over any protocol block no other client',
      run: ({ pick, seed }) => malformedMessages(pick(100, 1000, 100_000), seed),
    },
    {
      promise: 'connections that end in the middle of a message leave nothing behind',
      run: ({ pick, seed }) => halfMessages(pick(10, 50, 2000), seed),
    },
    {
      promise: 'an endless header or line is cut off before it fills the memory',
      run: ({ pick, seed }) => endlessMessages(pick(1, 1, 20), seed),
    },
    {
      promise: '1,000 idle connections over any protocol block no other client',
      from: 'short',
      run: ({ seed }) => idleConnections(1000, seed),
    },
    {
      promise: 'clients that request a lot and never read do not fill the memory',
      from: 'short',
      run: ({ pick, seed }) => deafAskers(pick(1, 1, 5), seed),
    },
    {
      promise: 'messages of 16 MiB are answered or refused, and block no other client',
      from: 'short',
      run: ({ pick, seed }) => largeMessages(pick(1, 2, 20), seed),
    },
  ],
  conflict: [
    {
      promise: 'an edit by another program between read and write is a conflict, never overwritten',
      run: ({ pick, seed }) => editsBetween({ rounds: pick(50, 300, 10_000), seed }),
    },
  ],
  refused: [
    {
      promise: 'pipes, sockets, devices and links to them are refused at once',
      run: ({ pick }) => specialFiles(pick(1, 1, 50)),
    },
    {
      promise: 'files without permission are refused with a clear error and stay unchanged',
      run: ({ pick }) => deniedFiles(pick(1, 1, 50)),
    },
    {
      promise: 'a vault on a read-only mount can be read and searched, and refuses every write',
      run: ({ pick }) => readOnlyMount(pick(1, 1, 50)),
    },
  ],
  contents: [
    {
      promise: 'hostile contents block no client and are not damaged',
      run: ({ size }) => hostileContents(size !== 'full'),
    },
    {
      promise: 'patterns that would run forever are stopped, and block no other client',
      from: 'short',
      run: ({ size }) => hostilePatterns(size !== 'full'),
    },
  ],
  names: [
    {
      promise:
        'names that differ only in case or Unicode form, or are not valid text, are not confused',
      run: ({ pick }) => oddNamesRounds(pick(1, 1, 100)),
    },
  ],
  clock: [
    {
      promise: 'when the clock jumps, the history keeps its order and no edit is missed',
      run: ({ pick, seed }) => clockJumps({ steps: pick(50, 200, 5000), seed }),
    },
  ],
  stale: [
    {
      promise: 'stale sockets, locks and pids keep no daemon from starting',
      from: 'short',
      run: ({ pick }) => staleLeftovers(pick(1, 1, 20)),
    },
  ],
  ide: [
    {
      promise: 'random frames over the IDE protocol do no harm',
      run: ({ pick, seed }) => ideFrames({ frames: pick(1000, 10_000, 100_000), seed }),
    },
    {
      promise: 'an IDE client that answers no pings is disconnected, and only that one',
      from: 'full',
      run: idePatience,
    },
  ],
  remote: [
    {
      promise: 'random frames over the remote protocol do no harm',
      from: 'short',
      run: ({ pick, seed }) => remoteFrames({ frames: pick(300, 5000, 100_000), seed }),
    },
    {
      promise:
        '1,000 connections over the remote protocol, some of them stuck, block no other client',
      from: 'short',
      run: ({ size }) => remoteCrowd({ connections: 1000, isTimed: size === 'full' }),
    },
    {
      promise: '8 clients that count in one file over the remote protocol lose no update',
      run: ({ pick }) => remoteWriters({ clients: 8, times: pick(15, 50, 1000) }),
    },
    {
      promise: 'a client that receives every event ends up with the same tree as the disk',
      run: ({ pick }) => remoteTree({ files: pick(100, 500, 10_000) }),
    },
    {
      promise: 'a folder swapped for a link lets no remote request read or write outside the vault',
      run: ({ pick }) => remoteSwap({ calls: pick(300, 3000, 100_000) }),
    },
    {
      promise: 'a daemon that is stopped still answers its 50 running calls',
      from: 'short',
      run: ({ pick, size }) => remoteStop({ rounds: pick(1, 1, 20), isTimed: size === 'full' }),
    },
  ],
  local: [
    {
      promise: 'of two daemons started at once, one serves and the other exits',
      from: 'short',
      run: ({ pick }) => startRaces({ rounds: pick(1, 5, 50) }),
    },
    {
      promise: 'a client of the local wire that never reads does not affect the others',
      run: ({ pick }) => deafReader({ events: pick(500, 2000, 50_000) }),
    },
  ],
  watch: [
    {
      promise: 'of many files created at once, more than the event queue holds, none is missed',
      run: ({ pick }) => fileBurst({ files: pick(1000, 5000, 50_000) }),
    },
    {
      promise: 'no nested new folder is missed',
      run: ({ pick }) => folderBurst({ folders: pick(100, 300, 3000) }),
    },
    {
      promise: 'if the system runs out of watches, nothing is missed either',
      run: ({ pick }) => watchLimit({ folders: pick(50, 100, 2000) }),
    },
    {
      promise: 'whatever another program does, the tree and its listeners end up equal to the disk',
      run: ({ pick, seed }) => stormRounds({ rounds: pick(10, 40, 1000), steps: 80, seed }),
    },
    {
      promise: 'the same without file system events',
      run: ({ pick, seed }) =>
        stormRounds({ rounds: pick(4, 15, 200), steps: 80, seed, mode: 'poll' }),
    },
    {
      promise: 'a file that was just written is known as soon as the watcher has settled',
      run: ({ pick }) => settleRounds({ rounds: pick(200, 1000, 10_000) }),
    },
  ],
  rest: [
    {
      promise: 'random requests over the REST protocol do no harm and leak nothing',
      run: ({ pick, seed }) => restRequests({ requests: pick(200, 2000, 100_000), seed }),
    },
    {
      promise: 'bodies of 16 MiB at the REST protocol, also half or slow, are stored whole or not',
      run: ({ pick }) => restBodies({ rounds: pick(2, 10, 100) }),
    },
    {
      promise: '1,000 idle connections over the REST protocol keep no client out',
      from: 'short',
      run: () => restCrowd({ connections: 1000 }),
    },
  ],
  ledger: [
    {
      promise: 'three machines that swap contents in one ledger, with cuts and kills, lose no step',
      run: ({ pick, seed }) => ledgerSwaps({ operations: pick(300, 3000, 100_000), seed }),
    },
    {
      promise:
        'three machines that are edited, cut off and killed end equal, and miss no typed word',
      run: ({ pick, seed }) =>
        ledgerModel({ actions: pick(30, 600, 15_000), killOneIn: 15, cutOneIn: 40, seed }),
    },
    {
      promise:
        'an afternoon with the remote client, an agent and edits from outside on three machines ends equal everywhere',
      from: 'short',
      run: ({ pick, seed }) => ledgerAfternoon({ actions: pick(0, 60, 2000), seed }),
    },
    {
      promise: 'a primary that is killed, and a standby that takes over, lose no acknowledged step',
      from: 'short',
      run: ({ pick, seed, size }) =>
        failovers({ rounds: pick(1, 3, 100), seed, isTimed: size === 'full' }),
    },
  ],
  web: [
    {
      promise: 'random requests over the web protocol do no harm',
      run: ({ pick, seed }) => webRequests({ requests: pick(200, 2000, 100_000), seed }),
    },
    {
      promise: '1,000 idle connections over the web protocol keep no client out',
      from: 'short',
      run: ({ size }) => webCrowd({ connections: 1000, isTimed: size === 'full' }),
    },
  ],
  soak: [
    {
      promise: 'load over all protocols, with kills, outside edits and restarts, loses nothing',
      from: 'short',
      run: ({ seed, soakSeconds }) => soak({ seconds: soakSeconds, seed }),
    },
  ],
  index: [
    {
      promise: 'after bursts of changes by us and others, the index equals a newly built one',
      run: ({ pick, seed }) => indexStorms({ rounds: pick(1, 3, 200), steps: 60, seed }),
    },
  ],
};
