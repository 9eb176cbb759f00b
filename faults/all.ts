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
import { deafReader, startRaces } from './local.ts';
import { oddNamesRounds } from './odd-names.ts';
import { hostilePatterns } from './patterns.ts';
import { deniedFiles, readOnlyMount, specialFiles } from './refused.ts';
import { remoteCrowd, remoteFrames, remoteWriters } from './remote.ts';
import { remoteStop } from './remote-stop.ts';
import { remoteSwap } from './remote-swap.ts';
import { remoteTree } from './remote-tree.ts';
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
      promise: 'a writer killed at random moments loses nothing it had acknowledged',
      run: ({ isShort, seed }) => killRounds({ rounds: isShort ? 100 : 1000, seed }),
    },
  ],
  moves: [
    {
      promise: 'a move with many backlinks, killed at random moments, is whole or not there at all',
      run: ({ isShort, seed }) =>
        killMoves({ rounds: isShort ? 5 : 200, backlinks: isShort ? 300 : 1000, seed }),
    },
    {
      promise: 'undoing mixed steps gives every byte and every mode back',
      run: ({ isShort, seed }) => undoEverything({ steps: isShort ? 200 : 1000, seed }),
    },
    {
      promise: 'undoing after edits of others keeps what they wrote',
      run: ({ isShort, seed }) => undoAfterOthers({ rounds: isShort ? 200 : 5000, seed }),
    },
  ],
  writers: [
    {
      promise: '8 writers with a hash precondition lose no update',
      run: ({ isShort }) => writerRounds({ writers: 8, times: isShort ? 200 : 1000, processes: 1 }),
    },
    {
      promise: '8 writers in two processes lose no update',
      run: ({ isShort }) => writerRounds({ writers: 8, times: isShort ? 200 : 1000, processes: 2 }),
    },
  ],
  swap: [
    {
      promise: 'a folder swapped for a link while it is read and written lets nothing in or out',
      run: ({ isShort }) => swapRounds({ reads: isShort ? 10_000 : 100_000 }),
    },
  ],
  disk: [
    {
      promise: 'a write that does not fit leaves the old content and no litter',
      run: ({ isShort }) => fullDiskRounds({ rounds: isShort ? 2 : 20 }),
    },
  ],
  flood: [
    {
      promise: 'malformed messages at any door keep nobody from an answer',
      run: ({ isShort, seed }) => malformedMessages(isShort ? 1000 : 100_000, seed),
    },
    {
      promise: 'connections that end in the middle of a message leave nothing behind',
      run: ({ isShort, seed }) => halfMessages(isShort ? 50 : 2000, seed),
    },
    {
      promise: 'a header or line without an end is cut off before it fills the memory',
      run: ({ isShort, seed }) => endlessMessages(isShort ? 1 : 20, seed),
    },
    {
      promise: '1,000 idle connections at any door keep nobody from an answer',
      run: ({ seed }) => idleConnections(1000, seed),
    },
    {
      promise: 'clients that ask for much and never read do not fill the memory',
      run: ({ isShort, seed }) => deafAskers(isShort ? 1 : 5, seed),
    },
    {
      promise: 'messages of 16 MiB are answered or refused, and block nobody',
      run: ({ isShort, seed }) => largeMessages(isShort ? 2 : 20, seed),
    },
  ],
  conflict: [
    {
      promise: 'an edit of others between read and write is a conflict, never overwritten',
      run: ({ isShort, seed }) => editsBetween({ rounds: isShort ? 300 : 10_000, seed }),
    },
  ],
  refused: [
    {
      promise: 'pipes, sockets, devices and links to them are refused at once',
      run: ({ isShort }) => specialFiles(isShort ? 1 : 50),
    },
    {
      promise: 'what the user has no right to is refused with a clear error and stays as it is',
      run: ({ isShort }) => deniedFiles(isShort ? 1 : 50),
    },
    {
      promise: 'a vault on a read-only mount can be read and searched, and refuses every write',
      run: ({ isShort }) => readOnlyMount(isShort ? 1 : 50),
    },
  ],
  contents: [
    {
      promise: 'contents made to break readers hang nobody and are not harmed',
      run: ({ isShort }) => hostileContents(isShort),
    },
    {
      promise: 'patterns that would run for ever end, and nobody waits for them',
      run: ({ isShort }) => hostilePatterns(isShort),
    },
  ],
  names: [
    {
      promise: 'names that differ in case or form only, or are not even text, are not confused',
      run: ({ isShort }) => oddNamesRounds(isShort ? 1 : 100),
    },
  ],
  clock: [
    {
      promise: 'when the clock jumps, history keeps its order and no edit goes unseen',
      run: ({ isShort, seed }) => clockJumps({ steps: isShort ? 200 : 5000, seed }),
    },
  ],
  stale: [
    {
      promise: 'stale sockets, locks and pids keep no daemon from its place',
      run: ({ isShort }) => staleLeftovers(isShort ? 1 : 20),
    },
  ],
  ide: [
    {
      promise: 'random frames at the IDE door do no harm',
      run: ({ isShort, seed }) => ideFrames({ frames: isShort ? 10_000 : 100_000, seed }),
    },
    {
      promise: 'a client at the IDE door that answers no ping is let go, and only that one',
      isOnlyFull: true,
      run: idePatience,
    },
  ],
  remote: [
    {
      promise: 'random frames at the remote door do no harm',
      run: ({ isShort, seed }) => remoteFrames({ frames: isShort ? 5000 : 100_000, seed }),
    },
    {
      promise: '1,000 connections at the remote door, some stuck, keep nobody from an answer',
      run: ({ isShort }) => remoteCrowd({ connections: 1000, isTimed: !isShort }),
    },
    {
      promise: '8 clients that count in one file at the remote door lose no update',
      run: ({ isShort }) => remoteWriters({ clients: 8, times: isShort ? 50 : 1000 }),
    },
    {
      promise: 'a client that hears every event has the tree that others made',
      run: ({ isShort }) => remoteTree({ files: isShort ? 500 : 10_000 }),
    },
    {
      promise: 'a folder swapped for a link under the remote door lets nothing in or out',
      run: ({ isShort }) => remoteSwap({ calls: isShort ? 3000 : 100_000 }),
    },
    {
      promise: 'a daemon that is told to stop answers the 50 calls under way',
      run: ({ isShort }) => remoteStop({ rounds: isShort ? 1 : 20, isTimed: !isShort }),
    },
  ],
  local: [
    {
      promise: 'of two daemons started at once one serves and one gives way',
      run: ({ isShort }) => startRaces({ rounds: isShort ? 5 : 50 }),
    },
    {
      promise: 'a client of the local wire that never reads takes nothing from the others',
      run: ({ isShort }) => deafReader({ events: isShort ? 2000 : 50_000 }),
    },
  ],
  watch: [
    {
      promise: 'of files created at once, more than the system tells of, none is missed',
      run: ({ isShort }) => fileBurst({ files: isShort ? 5000 : 50_000 }),
    },
    {
      promise: 'of nested new folders none is missed',
      run: ({ isShort }) => folderBurst({ folders: isShort ? 300 : 3000 }),
    },
    {
      promise: 'where the system has no more watches to give nothing is missed either',
      run: ({ isShort }) => watchLimit({ folders: isShort ? 100 : 2000 }),
    },
    {
      promise: 'whatever another program does, tree and listeners end up with what is on disk',
      run: ({ isShort, seed }) => stormRounds({ rounds: isShort ? 40 : 1000, steps: 80, seed }),
    },
    {
      promise: 'the same where the system does not watch',
      run: ({ isShort, seed }) =>
        stormRounds({ rounds: isShort ? 15 : 200, steps: 80, seed, mode: 'poll' }),
    },
    {
      promise: 'a file that was just written is known as soon as the watcher has settled',
      run: ({ isShort }) => settleRounds({ rounds: isShort ? 1000 : 10_000 }),
    },
  ],
  web: [
    {
      promise: 'random requests at the web door do no harm',
      run: ({ isShort, seed }) => webRequests({ requests: isShort ? 2000 : 100_000, seed }),
    },
    {
      promise: '1,000 idle connections at the web door keep nobody out',
      run: ({ isShort }) => webCrowd({ connections: 1000, isTimed: !isShort }),
    },
  ],
  soak: [
    {
      promise: 'load at all doors with kills, outside edits and restarts loses nothing',
      run: ({ soakSeconds, seed }) => soak({ seconds: soakSeconds, seed }),
    },
  ],
  index: [
    {
      promise: 'after storms of changes, ours and others, the index says what a new one would say',
      run: ({ isShort, seed }) => indexStorms({ rounds: isShort ? 3 : 200, steps: 60, seed }),
    },
  ],
};
