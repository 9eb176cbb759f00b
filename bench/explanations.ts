import type { Row } from './measure.ts';

/** Why a figure is missed, by the beginning of its row. Shown only while the row does miss it. */
const explanations: readonly (readonly [row: string, why: string])[] = [
  [
    'remote: fs.stat round trip',
    'Beyond the bare echo, we parse the request, check the policy and read the stat of the file, because a response is as fresh as the disk: one system call that the echo does not make. Of 27 µs, 20 are those of the echo, where two processes wake each other. Five runs of one evening gave 1.24 to 1.42 with the same code, so the state of the machine matters more than the code.',
  ],
  [
    'remote: fs.readBinary',
    'The response is encoded, sent through a socket and received by a client in another process; the limit ends with a string in its own memory. It is sent in slices, so that other requests do not wait for all of it. `fs.readBinaryRange` lets a client fetch parts.',
  ],
  [
    'remote: fs.walk',
    'The entries come from memory, but are encoded as JSON, sent, and parsed by the client; the limit counts files in its own process and sends nothing.',
  ],
  [
    'remote: file written to event received',
    'The events of one write are merged and compared with the tree, and our own writes are left out, before a change is sent. A bare watcher sends the first event as it comes.',
  ],
  [
    'a note',
    'The events of one write are merged and compared with the tree first, so that one save is one change. A bare watcher sends the first event at once.',
  ],
  [
    'an edit on disk in the search results',
    'As for every change, the end of the write is awaited; then the note is read, scanned and indexed before the change is sent.',
  ],
  [
    'index of',
    'Without a snapshot, JavaScript scans every note for links, tags, properties and words; the plain reads look at no byte. This happens once: later starts read the snapshot.',
  ],
  [
    'first contact: the longest wait',
    'Reading texts, taking in facts, and counting and sorting tags pause every 4 ms. What remains are single calls of V8 that cannot pause; the likely ones are the start of the thread that scans, a collection of garbage while the index grows, and the growth of a large table.',
  ],
  [
    'first contact: most memory',
    'The thread that scans has a heap of its own, and the space for new objects of the main thread grows to 16 MB, twice, while the index is built: with 4 MB, which only a flag of the process can set, the peak was 14 MB lower in one run.',
  ],
  [
    'first contact: tags',
    'A fresh thread has to compile the scanner: of about 2 s of CPU time for 10,000 notes (22 MB), the first quarter of the notes takes half. The profile is flat: no function takes more than 8 %. A second thread would compile all of it once more. At the same time the main thread spends 0.4 s on looking up the words of all notes.',
  ],
  [
    'first contact',
    'Beyond an empty process, our code is loaded, and folders are listed and watched, before the first file is read; on a small vault this takes longer than reading the files.',
  ],
  [
    'after a process that was killed',
    'Every folder is listed and watched, and the stat of every file is read once, to see that the snapshot is current; this alone takes most of the limit. Of 315 ms in a profile of 10,000 notes in 573 folders, that took 131 ms, garbage collection 39 ms, loading facts 32 ms and the search 28 ms.',
  ],
  [
    'ranking:',
    'The aim is the mean over four sets, two of which are held back; a textbook BM25 gets 0.39 to 0.40 on the two sets here, where we get 0.41.',
  ],
  [
    'related notes:',
    'Notes without links are related by their words alone. 25 ways to choose and weigh them gave 0.22 to 0.27 on these sets.',
  ],
  [
    'MCP: ',
    'A ping is answered without looking at arguments, policy or disk. A call is checked by its schema and by the policy, and waits until the index is as fresh as the disk.',
  ],
  [
    'start to first search',
    'At this size the snapshot is read, and the stat of every file, to see that nothing has changed since.',
  ],
  [
    'durable writes',
    'Sixteen bare threads use both cores for their files; ours are planned, journalled and put into place by one thread of JavaScript, which takes about 0.2 ms a write and is busy nine tenths of the time. A quarter of it is the creation of the temporary file: where thousands of files were replaced within a minute, an ext4 without a journal passes over all the inodes that this has freed, for us in one thread, for the threads in all of them (13 % of the processor in a profile of the kernel). Nearly a fifth is the rename, since ext4 begins to write out a file there and then when it replaces another one; a tenth is compressing and writing the journal, and somewhat less than half is JavaScript, in small shares everywhere. The answer waits for the journal, whose writes of one moment are one write and one sync; the files follow within a second. They stay open until then, and other threads sync them and free what they have replaced, which costs this thread a message for some hundred of them. A second thread that makes the temporary files was tried twice: sixteen callers wait for the same files in either thread, and handing them over costs what it saves.',
  ],
];

export function findExplanation({ what }: Row): string | undefined {
  return explanations.find(([row]) => what.startsWith(row))?.[1];
}
