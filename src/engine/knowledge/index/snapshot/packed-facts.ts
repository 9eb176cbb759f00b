import { crc32 } from 'node:zlib';
import { type PackedFacts, PackedNote, wordKinds } from '../facts/packed-note.ts';
import type { Summary } from '../facts/summary.ts';

/** A part ends after this many notes, or this many characters: reading one is a short pause. */
const partNotes = 100;
const partChars = 64 * 1024;

/** The numbers at the start of a part. Records of notes, details and words follow. */
const PartHead = {
  /** Of all that follows it. */
  checksum: 0,
  notes: 1,
  numbers: 2,
  detailBytes: 3,
  wordBytes: 4,
  length: 5,
} as const;
const numberBytes = Uint32Array.BYTES_PER_ELEMENT;

/** Some notes that were packed together. */
export interface FactsPart {
  /** The number of the first note. */
  readonly first: number;
  readonly facts: PackedFacts<string>;
  readonly notes: readonly PackedNote<string>[];
}

/** Packs what notes say into checked parts, for a file or another thread. */
export function packFacts(summaries: Iterable<Summary>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  let packer = new PartPacker();
  for (const summary of summaries) {
    packer.add(summary);
    if (!packer.isFull) continue;
    parts.push(packer.bytes());
    packer = new PartPacker();
  }
  parts.push(packer.bytes());
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

class PartPacker {
  readonly #words = { links: newList(), tags: newList(), keys: newList(), aliases: newList() };
  readonly #kinds = newList();
  readonly #numbers: number[] = [];
  #details = '';
  #detailEnd = 0;
  #notes = 0;

  get isFull(): boolean {
    return this.#notes >= partNotes || this.#details.length >= partChars;
  }

  add(summary: Summary): void {
    const start = this.#detailEnd;
    this.#details += summary.detail;
    this.#detailEnd += Buffer.byteLength(summary.detail);
    this.#notes++;
    // In the order of `RecordHead`.
    this.#numbers.push(
      summary.links.length,
      summary.tags.length,
      summary.keys.length,
      summary.aliases.length,
      numberOf(this.#kinds, summary.kinds),
      summary.propertyTags,
      summary.propertyLinks,
      summary.openTasks,
      summary.doneTasks,
      start,
      this.#detailEnd,
    );
    for (const kind of wordKinds) {
      const list = this.#words[kind];
      for (const word of summary[kind]) this.#numbers.push(numberOf(list, word));
    }
  }

  bytes(): Buffer {
    const lists = [...wordKinds.map((kind) => this.#words[kind]), this.#kinds];
    const words = Buffer.from(JSON.stringify(lists.map((list) => [...list.keys()])));
    const { length } = this.#numbers;
    const numbers = Uint32Array.of(0, this.#notes, length, this.#detailEnd, words.length);
    const rest = [numbers, Uint32Array.from(this.#numbers)].map(({ buffer }) =>
      Buffer.from(buffer),
    );
    const part = Buffer.concat([...rest, Buffer.from(this.#details), words]);
    part.writeUInt32LE(crc32(part.subarray(numberBytes)), PartHead.checksum);
    return part;
  }
}

/** Words in the order of their numbers. */
type WordList = Map<string, number>;
const newList = (): WordList => new Map();

function numberOf(list: WordList, word: string): number {
  const known = list.get(word);
  if (known !== undefined) return known;
  list.set(word, list.size);
  return list.size - 1;
}

/** Reads facts part by part, up to the first that is damaged. */
export function* unpackFacts(bytes: Uint8Array): Generator<FactsPart, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first = 0;
  for (let start = 0; start + PartHead.length * numberBytes <= buffer.length; ) {
    const head = numbersOf(buffer.subarray(start), PartHead.length);
    const [, count = 0, numbers = 0, detailBytes = 0, wordBytes = 0] = head;
    const detailStart = start + (PartHead.length + numbers) * numberBytes;
    const wordStart = detailStart + detailBytes;
    const end = wordStart + wordBytes;
    const checked = buffer.subarray(start + numberBytes, end);
    if (end > buffer.length || head[PartHead.checksum] !== crc32(checked)) return;
    // The checksum vouches for the shape: only we write it.
    const [links, tags, keys, aliases, kinds] = JSON.parse(buffer.toString('utf8', wordStart, end));
    const facts: PackedFacts<string> = {
      links,
      tags,
      keys,
      aliases,
      kinds,
      numbers: numbersOf(buffer.subarray(start + PartHead.length * numberBytes), numbers),
      // A copy, since the words need not be kept with it.
      details: Buffer.from(buffer.subarray(detailStart, wordStart)),
    };
    yield { first, facts, notes: notesIn(facts, count) };
    first += count;
    start = end;
  }
}

/** A copy, since a part can start anywhere. */
function numbersOf(bytes: Buffer, count: number): Uint32Array {
  return new Uint32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + count * numberBytes),
  );
}

function notesIn(facts: PackedFacts<string>, count: number): PackedNote<string>[] {
  const notes: PackedNote<string>[] = [];
  for (let at = 0; notes.length < count; ) {
    const note = new PackedNote(facts, at);
    notes.push(note);
    at = note.end;
  }
  return notes;
}
