import { type SourceNote, TermLog } from '../ranked/term-log.ts';
import { WorkMemory } from '../work-memory.ts';
import { withoutAccents } from './accents.ts';
import { packWords } from './word-index.ts';

/** Bytes of work memory for each byte of text, in most languages. */
const bytesEach = 4;

/** Notes to be indexed, one after the other, so that they need not be in memory together. */
export interface WordSources {
  readonly count: number;
  /** Of all texts. */
  readonly bytes: number;
  readonly notes: Iterable<SourceNote>;
}

/** The memory of a word index. Takes long enough for a thread. */
export function buildWords({ count, bytes, notes }: WordSources): SharedArrayBuffer {
  const log = new TermLog(count, new WorkMemory(bytes * bytesEach));
  for (const note of notes) log.add(note);
  const keys = log.terms.byteStrings();
  const order = sortTerms(keys);
  const sorted = Array.from(order, (term) => keys[term] ?? '');
  const words = joinKeys(sorted);
  const bare = bareWords(sorted);
  const postings = log.postings(order);
  return packWords({
    noteLengths: log.noteLengths,
    noteLanguages: log.noteLanguages,
    incomplete: log.incomplete,
    words: words.bytes,
    wordEnds: words.ends,
    bare: bare.bytes,
    bareEnds: bare.ends,
    bareWords: bare.words,
    postings: postings.bytes,
    postingEnds: postings.ends,
  });
}

function sortTerms(keys: readonly string[]): Uint32Array {
  const order = Uint32Array.from(keys, (_, term) => term);
  return order.sort((a, b) => ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1));
}

/** Words one after the other; each character is one byte. */
function joinKeys(sorted: readonly string[]): { bytes: Buffer; ends: Uint32Array } {
  const ends = new Uint32Array(sorted.length);
  let end = 0;
  sorted.forEach((key, i) => {
    end += key.length;
    ends[i] = end;
  });
  return { bytes: Buffer.from(sorted.join(''), 'latin1'), ends };
}

/** The words that have accents, without them. */
function bareWords(sorted: readonly string[]): {
  bytes: Buffer;
  ends: Uint32Array;
  words: Uint32Array;
} {
  const found: { key: string; word: number }[] = [];
  sorted.forEach((key, word) => {
    if (!/[\u0080-\u00ff]/.test(key)) return;
    const text = Buffer.from(key, 'latin1').toString('utf8');
    const bare = withoutAccents(text);
    if (bare !== text) found.push({ key: Buffer.from(bare).toString('latin1'), word });
  });
  found.sort((a, b) => (a.key === b.key ? a.word - b.word : a.key < b.key ? -1 : 1));
  return {
    ...joinKeys(found.map(({ key }) => key)),
    words: Uint32Array.from(found, ({ word }) => word),
  };
}
