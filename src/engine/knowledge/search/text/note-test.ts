import { asciiPattern, type Condition, fulfils, type NeedleSubject } from '../core/condition.ts';
import type { Needle } from './needle.ts';
import { openNote, type PlacedNote } from './note-store.ts';
import { titleOf } from './stored-note.ts';
import { endOf, startOf, type TextBlock } from './text-block.ts';

type NoteTest = (hit: PlacedNote, path: string) => boolean;

/**
 * Tells whether notes fulfil a condition. In a block without an index of words all notes have to be
 * read, so its texts are searched in one go where that is possible; ask in the order of the block.
 */
export function noteTest(condition: Condition): NoteTest {
  const readNote: NoteTest = (hit, path) => fulfils(openNote(path, hit), condition);
  const scan = scanTest(condition);
  if (scan === undefined) return readNote;
  return (hit, path) => {
    const isUnindexed = 'live' in hit && hit.live.words === undefined;
    return isUnindexed ? scan(hit.live.texts, hit.note, path) : readNote(hit, path);
  };
}

type ScanTest = (texts: TextBlock, note: number, path: string) => boolean;

/** Undefined where a part of the condition needs the note itself. */
function scanTest(condition: Condition): ScanTest | undefined {
  if (condition.type === 'needle') return needleTest(condition.needle, condition.subject);
  if (condition.type === 'test' || condition.type === 'not') return undefined;
  const tests = condition.items.map(scanTest);
  const isEvery = condition.type === 'all';
  const known = tests.filter((test) => test !== undefined);
  if (known.length < tests.length) return undefined;
  return isEvery
    ? (texts, note, path) => known.every((test) => test(texts, note, path))
    : (texts, note, path) => known.some((test) => test(texts, note, path));
}

function needleTest(needle: Needle, subject: NeedleSubject): ScanTest | undefined {
  const pattern = asciiPattern(needle);
  if (pattern === undefined) return undefined;
  const isInText = textScan(pattern);
  const isInName = (path: string) => pattern.test(titleOf(path));
  return (texts, note, path) =>
    (subject !== 'name' && isInText(texts, note)) || (subject !== 'text' && isInName(path));
}

function textScan(pattern: RegExp): (texts: TextBlock, note: number) => boolean {
  let scan: BlockScan | undefined;
  return (texts, note) => {
    if (scan?.texts !== texts) scan = new BlockScan(texts, pattern);
    return scan.has(note);
  };
}

/** How many bytes become a string at a time: few enough that it is soon collected. */
const chunkBytes = 64 * 1024;

/** Looks for a pattern from note to note, and remembers where it comes next. */
class BlockScan {
  readonly texts: TextBlock;
  readonly #pattern: RegExp;
  /** The notes of the chunk: the first, and the one after the last. */
  #first = 0;
  #end = 0;
  #chunk = '';
  #soughtFrom = 0;
  #found = 0;
  #foundEnd = 0;

  constructor(texts: TextBlock, pattern: RegExp) {
    this.texts = texts;
    this.#pattern = new RegExp(pattern.source, `${pattern.flags}g`);
  }

  has(note: number): boolean {
    if (note < this.#first || note >= this.#end) this.#load(note);
    const { ends } = this.texts;
    const base = startOf(ends, this.#first);
    const from = startOf(ends, note) - base;
    if (from < this.#soughtFrom || from > this.#found) this.#find(from);
    return this.#foundEnd <= endOf(ends, note) - base;
  }

  #load(first: number): void {
    const { bytes, ends } = this.texts;
    const start = startOf(ends, first);
    let end = first + 1;
    while (end < ends.length && endOf(ends, end) - start <= chunkBytes) end++;
    [this.#first, this.#end] = [first, end];
    this.#chunk = bytes.toString('latin1', start, endOf(ends, end - 1));
    this.#find(0);
  }

  #find(from: number): void {
    this.#pattern.lastIndex = from;
    const match = this.#pattern.exec(this.#chunk);
    this.#soughtFrom = from;
    this.#found = match?.index ?? this.#chunk.length;
    this.#foundEnd = match === null ? this.#chunk.length + 1 : this.#found + match[0].length;
  }
}
