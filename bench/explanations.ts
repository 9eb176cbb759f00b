import type { Row } from './measure.ts';

/** Why a figure is missed, by the beginning of its row. Shown only while the row does miss it. */
const explanations: readonly (readonly [row: string, why: string])[] = [
  [
    'remote: fs.stat round trip',
    'What we add to the bare echo is to read the request, to ask the policy and to look at the disk: the answer is as fresh as the file, so there is one system call in it that the echo does not make. With many in flight that look is shared.',
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
    'MCP: start to first search',
    'Part of the time is the start of Node and the loading of the code, which no index makes shorter; the rest is reading the snapshot and looking at every file, to see that it is still true.',
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
    'Sixteen bare threads that write a temporary file, sync it and rename it do less than we do: a write here also goes to the journal, compressed and synced, before its file is replaced, so that it can be undone and survives a loss of power. On a disk that syncs slowly we keep up, since the journal of all writes of a moment is one write and one sync; on a fast disk, around 5,000 syncs a second, our one thread of JavaScript is the limit, at about 0.3 ms a write. `durability = "rename"` in the configuration does without the wait, and survives a crash of the process but not a loss of power.',
  ],
];

export function findExplanation({ what }: Row): string | undefined {
  return explanations.find(([row]) => what.startsWith(row))?.[1];
}
