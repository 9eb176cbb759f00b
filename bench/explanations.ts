import type { Row } from './measure.ts';

/** Why a figure is missed, by the beginning of its row. Shown only while the row does miss it. */
const explanations: readonly (readonly [row: string, why: string])[] = [
  [
    'remote: fs.stat round trip',
    'What we add to the bare echo is to read the request, to ask the policy and to look at the disk: the answer is as fresh as the file, so there is one system call in it that the echo does not make. With many in flight that look is shared. Of 27 µs, 20 are those of the echo, two processes that wake each other; five runs of one evening gave 1.24 to 1.42 with the same code, so at this size the machine decides.',
  ],
  [
    'remote: fs.readBinary',
    'The reply is encoded, sent through a socket and received by a client in another process, where the limit beside it ends with a string in its own memory; it is sent in slices, so that no other request has to wait for all of it. `fs.readBinaryRange` lets a client fetch parts.',
  ],
  [
    'remote: fs.walk',
    'The entries come from memory, but they are written as JSON, sent and read again by the client; the limit beside it counts files in its own process and sends nothing.',
  ],
  [
    'remote: file written to event received',
    'A change is told only once it is known what it was: the events of one write are merged, compared with the tree, and our own writes are left out. A bare watcher sends the first event as it comes.',
  ],
  [
    'a note',
    'The events of one write are merged and compared with the tree before they are told, so that one save is one change. A bare watcher tells the first event at once.',
  ],
  [
    'an edit on disk in the search results',
    'The same wait for the end of a write as for every change, and then the note is read, scanned and put into the index before anybody hears of it.',
  ],
  [
    'index of',
    'From nothing, every note is scanned for links, tags, properties and words by JavaScript; the plain reads beside it look at no byte. This is paid once: later starts read the snapshot.',
  ],
  [
    'first contact: the longest wait',
    'The longest steps that do not pause are the start of the thread that scans, a collection of garbage while the index grows, and the growth of a table of words when it is full; each is a single call of V8. Reading texts, taking in facts, and counting and sorting tags pause every 4 ms.',
  ],
  [
    'first contact: most memory',
    'The thread that scans has a heap of its own, and the space for new objects of the main thread grows to 16 MB, twice, while the index is built: with 4 MB, which only a flag of the process can set, the most memory is 14 MB less. The most is reached when the thread indexes the words of a block.',
  ],
  [
    'first contact: tags',
    'A fresh thread has to compile the scanner: of 2 s of CPU time for 10,000 notes (22 MB), the first quarter of the notes takes half, and later ones are scanned four times as fast. About 200 functions are optimized and six of those are discarded again; a profile is flat, with no function above 8 %. A second thread would compile all of it once more. Interning the words of all notes takes 0.4 s of the main thread at the same time.',
  ],
  [
    'first contact',
    'Beyond an empty process, Node compiles a megabyte of our code at every start (from Node 22 on only once), checks are made of schemas, and folders are listed and watched, before the first file is read; on a small vault this is more than the reading.',
  ],
  [
    'after a process that was killed',
    'The same code is compiled, and every file is looked at, to see that the snapshot is still true.',
  ],
  [
    'MCP: ',
    'A ping is answered without looking at its arguments, at the policy or at the disk. A call is checked by its schema, allowed by the policy, made sure to be as fresh as the disk, and answered twice, as data and as text, as the contract of the tools says.',
  ],
  [
    'start to first search',
    'At this size the snapshot is read and every file is looked at, to see that nothing has changed since.',
  ],
  [
    'durable writes',
    'Sixteen bare threads use both cores for their files; ours are planned, journalled and put into place by one thread of JavaScript, which takes about 0.2 ms a write and is busy nine tenths of the time. A quarter of it is the creation of the temporary file: where thousands of files were replaced within a minute, an ext4 without a journal passes over all the inodes that this has freed, for us in one thread, for the threads in all of them (13 % of the processor in a profile of the kernel). Nearly a fifth is the rename, since ext4 begins to write out a file there and then when it replaces another one; a tenth is compressing and writing the journal, and somewhat less than half is JavaScript, in small shares everywhere. The answer waits for the journal, whose writes of one moment are one write and one sync; the files follow within a second. They stay open until then, and other threads sync them and free what they have replaced, which costs this thread a message for some hundred of them. A second thread that makes the temporary files was tried twice: sixteen callers wait for the same files in either thread, and handing them over costs what it saves.',
  ],
];

export function findExplanation({ what }: Row): string | undefined {
  return explanations.find(([row]) => what.startsWith(row))?.[1];
}
