import { decodeLine, encodeLine } from '../../../store/journal/record.ts';
import type { Summary } from '../facts/summary.ts';

/** A line ends after this many notes, or this many characters: reading one is a short pause. */
const lineNotes = 100;
const lineChars = 64 * 1024;

/** The facts of some notes. Words that repeat are stored once, the notes have their numbers. */
interface FactsLine {
  readonly words: readonly string[];
  readonly notes: readonly PackedSummary[];
}

type PackedSummary = readonly [
  links: readonly number[],
  tags: readonly number[],
  keys: readonly number[],
  aliases: readonly string[],
  kinds: string,
  propertyTags: number,
  propertyLinks: number,
  openTasks: number,
  doneTasks: number,
  detail: string,
];

/** Packs what was read from notes into checked lines of JSON, for a file or another thread. */
export function packFacts(summaries: Iterable<Summary>): Uint8Array {
  const lines: Buffer[] = [];
  let line = new LinePacker();
  for (const summary of summaries) {
    line.add(summary);
    if (line.isFull) {
      lines.push(line.bytes());
      line = new LinePacker();
    }
  }
  return Buffer.concat([...lines, line.bytes()]);
}

class LinePacker {
  readonly #numbers = new Map<string, number>();
  readonly #notes: PackedSummary[] = [];
  #chars = 0;

  get isFull(): boolean {
    return this.#notes.length >= lineNotes || this.#chars >= lineChars;
  }

  add(summary: Summary): void {
    this.#chars += summary.detail.length;
    this.#notes.push([
      summary.links.map(this.#numberOf),
      summary.tags.map(this.#numberOf),
      summary.keys.map(this.#numberOf),
      summary.aliases,
      summary.kinds,
      summary.propertyTags,
      summary.propertyLinks,
      summary.openTasks,
      summary.doneTasks,
      summary.detail,
    ]);
  }

  bytes(): Buffer {
    const words = [...this.#numbers.keys()];
    return Buffer.from(encodeLine({ words, notes: this.#notes } satisfies FactsLine));
  }

  readonly #numberOf = (word: string): number => {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#numbers.size);
    return this.#numbers.size - 1;
  };
}

/** Reads facts line by line: the number of the first note, and what it and those after it say. */
export function* unpackFacts(
  bytes: Uint8Array,
): Generator<{ readonly first: number; readonly summaries: readonly Summary[] }, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first = 0;
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf('\n', start);
    // The checksum vouches for the shape: only we write it.
    const line = decodeLine(buffer.toString('utf8', start, end)) as FactsLine | undefined;
    if (end === -1 || line === undefined) return;
    start = end + 1;
    yield { first, summaries: line.notes.map((note) => unpackSummary(note, line.words)) };
    first += line.notes.length;
  }
}

function unpackSummary(packed: PackedSummary, words: readonly string[]): Summary {
  const wordOf = (number: number): string => words[number] ?? '';
  const [links, tags, keys, aliases, kinds, propertyTags, propertyLinks, open, done, detail] =
    packed;
  return {
    links: links.map(wordOf),
    tags: tags.map(wordOf),
    keys: keys.map(wordOf),
    aliases,
    kinds,
    propertyTags,
    propertyLinks,
    openTasks: open,
    doneTasks: done,
    detail,
  };
}
