import { of, type Reason } from './reason.ts';

const race = 'A file that another process took away in between; no test can meet that moment.';

/** Why survivors of the journal are left alive. */
export const journalReasons: readonly Reason[] = [
  ...of(
    'commit-lock.ts',
    [
      /Date\.now|pauseMs|Math\.|tokenWaitMs|commitLockWaitMs/,
      'How long is waited. That a living holder is waited for, and a dead one is not, is held by tests.',
    ],
    [/Atomics/, 'Equivalent but for the heat: without a pause it asks again at once.'],
    [/'unavailable'|VaultError/, 'Only after ten seconds of waiting, which no test does.'],
    [
      /^'-'|^':'|held-|exec\(/,
      'Equivalent here: a mark without its start is still that of a process that is dead, or lives.',
    ],
    [/mark !== undefined/, 'Equivalent: names that are not of holders were left out before.'],
    [
      /existsSync|`\$\{folder\}\/free`/,
      'A second maker of the token in the same microsecond; no test can meet that moment.',
    ],
    [/systemCode|^\{/, 'Errors of the system that a test cannot provoke here.'],
    [/namesOf|readdirSync|name ===/, 'Equivalent while nothing else lies in the folder.'],
  ),
  ...of(
    'journal.ts',
    [
      /folderUnsynced|^(?:true|false) →/,
      'Whether names are synced once more than they have to be, or with the next flush.',
    ],
    [/\?\.push|\?\? \[\]|\[\] →|&& \[\]/, 'Needed by the types: every segment has its list.'],
    [
      /steps\.has|found !== undefined|isAbandoned\) → false/,
      'Equivalent but for the time: the past is read though nobody needs it.',
    ],
    [/packBytes/, 'Whether a segment that is exactly full takes one more step.'],
    [/existsSync\(target\)/, 'Equivalent: the same content is put in its own place.'],
    [/checkpoint\?\.segment|newest ===/, 'Needed by the types: there is one, or nothing to keep.'],
    [/facts !==/, 'Equivalent: what is not known yet is learned from the first step.'],
    [/checkpointRecords/, 'Whether exactly this many records make a checkpoint due.'],
    [/unsynced\.size/, 'Equivalent: a flush of nothing does nothing.'],
    [/flushing/, 'A set that would grow: every flush is still waited for.'],
    [/O_RDONLY|closeSync|fsyncSync/, 'A descriptor that is not given back until the process ends.'],
  ),
  ...of(
    'prune.ts',
    [/force|throwIfNoEntry|\?\.size|^(?:true|false) →|stat !== undefined/, race],
    [/\[\] →|\?\? 0|&& 0/, 'Needed by the types: every step and segment of the list is there.'],
    [/state\.type/, 'Equivalent: what is no file has no hash that could name one.'],
    [
      /lastAt|oldest ===|segments\.length|bytes >/,
      'Equivalent but for the time: the past is read to find that nothing is due.',
    ],
    [/total <=/, 'Whether one more segment goes where the rest has exactly the room it may have.'],
    [/removed >/, 'Equivalent: what no step speaks of may go at any time.'],
    [/< newMs →/, 'Whether the hour counts that is over in this very millisecond.'],
  ),
  ...of(
    'checkpoint.ts',
    [/<= saved\.segment/, 'Equivalent: the newest segment is always among those that were kept.'],
    [/return undefined/, 'Needed by the types: nothing is returned either way.'],
  ),
  ...of(
    'segment.ts',
    [
      /ftruncateSync|^\{ ftruncate/,
      'After a disk that is full, which the faults fill in another process.',
    ],
    [/sizeOf\(steps\)/, 'Equivalent: a file is cut to the length it has.'],
    [/record\.t !== 'begin'/, 'Equivalent: an end has no contents.'],
    [/bytes\.length > 0/, 'Equivalent: nothing is read.'],
    [
      /windowBits|memLevel|level: 1/,
      'How well contents shrink, and how much memory that takes; they come back the same.',
    ],
    [/deflated\.length/, 'Equivalent in what comes back: it is as long either way.'],
    [/closeSync/, 'A descriptor that is not given back until the process ends.'],
  ),
  ...of('segment-files.ts', [
    /sort|a - b|readdirSync/,
    'Equivalent: the system lists names in order, and the numbers in them have six digits.',
  ]),
  ...of(
    'tail.ts',
    [/Math\.max/, 'Equivalent: the file is read in one piece.'],
    [
      /stop [-<]|rest\.length|at </,
      'Equivalent: an empty line is no record, and past the end there is nothing.',
    ],
    [/closeSync/, 'A descriptor that is not given back until the process ends.'],
  ),
];
