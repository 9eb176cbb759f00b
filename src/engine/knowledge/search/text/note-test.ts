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
  let scan: { readonly texts: TextBlock; readonly isWithin: Within } | undefined;
  return (texts, note) => {
    if (scan?.texts !== texts) scan = { texts, isWithin: findFrom(texts, pattern) };
    return scan.isWithin(startOf(texts.ends, note), endOf(texts.ends, note));
  };
}

type Within = (from: number, to: number) => boolean;

/** Looks for a pattern from place to place, and remembers where it comes next. */
function findFrom({ bytes }: TextBlock, pattern: RegExp): Within {
  const binary = bytes.toString('latin1');
  const global = new RegExp(pattern.source, `${pattern.flags}g`);
  let [soughtFrom, found, end] = [Number.POSITIVE_INFINITY, -1, -1];
  return (from, to) => {
    if (from < soughtFrom || from > found) {
      global.lastIndex = from;
      const match = global.exec(binary);
      soughtFrom = from;
      found = match?.index ?? binary.length;
      end = found + (match?.[0].length ?? 1);
    }
    return end <= to;
  };
}
