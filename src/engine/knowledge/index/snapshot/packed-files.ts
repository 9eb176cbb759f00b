import type { Summary } from '../facts/summary.ts';
import type { FileStat } from '../file-entry.ts';
import { StringPacker, StringReader, toBytes, toFloats, toInts } from './packed-strings.ts';

/** A file with what was read from it. */
export interface FileSummary {
  readonly path: string;
  readonly stat: FileStat;
  readonly summary: Summary | undefined;
}

/** Numbers of each file: its stat, then how many words of each kind it has. */
const floatsEach = 4;
const intsEach = 10;
const partCount = 20;

/** Packs files into one piece of bytes, for a snapshot or for another thread. */
export function packFiles(files: readonly FileSummary[]): Buffer {
  const floats = new Float64Array(files.length * floatsEach);
  const ints = new Int32Array(files.length * intsEach);
  const [paths, strings] = [new StringPacker(), new StringPacker()];
  const [links, tags, keys] = [new WordPacker(), new WordPacker(), new WordPacker()];
  files.forEach(({ path, stat, summary }, at) => {
    packStat(stat, floats, ints, at);
    paths.add(path);
    if (summary === undefined) return;
    packCounts(summary, ints, at * intsEach + 1);
    strings.add(summary.kinds);
    strings.add(summary.detail);
    for (const alias of summary.aliases) strings.add(alias);
    for (const word of summary.links) links.add(word);
    for (const word of summary.tags) tags.add(word);
    for (const word of summary.keys) keys.add(word);
  });
  const parts = [paths, strings, links, tags, keys].flatMap((packer) => packer.parts());
  return join([toBytes(floats), toBytes(ints), ...parts]);
}

function packStat(stat: FileStat, floats: Float64Array, ints: Int32Array, at: number): void {
  const from = at * floatsEach;
  floats[from] = stat.size;
  floats[from + 1] = stat.mtime;
  floats[from + 2] = stat.birthtime;
  floats[from + 3] = stat.inode ?? 0;
  ints[at * intsEach] = stat.mtimeRestNs;
}

function packCounts(summary: Summary, ints: Int32Array, from: number): void {
  ints[from] = 1;
  ints[from + 1] = summary.links.length;
  ints[from + 2] = summary.tags.length;
  ints[from + 3] = summary.keys.length;
  ints[from + 4] = summary.aliases.length;
  ints[from + 5] = summary.propertyTags;
  ints[from + 6] = summary.propertyLinks;
  ints[from + 7] = summary.openTasks;
  ints[from + 8] = summary.doneTasks;
}

/** Reads packed files one after the other: their paths and stats at first, the rest when it is wanted. */
export class PackedFiles {
  readonly links: WordReader;
  readonly tags: WordReader;
  readonly keys: WordReader;
  readonly count: number;
  private readonly floats: Float64Array;
  private readonly ints: Int32Array;
  private readonly paths: StringReader;
  private readonly strings: StringReader;
  private at = -1;

  private constructor(parts: readonly Buffer[]) {
    const part = (index: number): Buffer => parts[index] ?? Buffer.alloc(0);
    this.floats = toFloats(part(0));
    this.ints = toInts(part(1));
    const strings = (from: number) =>
      new StringReader(toInts(part(from)), part(from + 1), part(from + 2));
    const words = (from: number) => new WordReader(toInts(part(from)), strings(from + 1));
    this.count = this.floats.length / floatsEach;
    [this.paths, this.strings] = [strings(2), strings(5)];
    [this.links, this.tags, this.keys] = [words(8), words(12), words(16)];
  }

  /** Undefined when the bytes are not whole. */
  static open(bytes: Buffer): PackedFiles | undefined {
    const parts = split(bytes);
    return parts && new PackedFiles(parts);
  }

  /** Goes to the next file and says its path; undefined at the end. */
  next(): string | undefined {
    this.at++;
    return this.at < this.count ? this.paths.next() : undefined;
  }

  /** Goes back to the first file, to read what the files say. */
  rewind(): void {
    this.at = 0;
  }

  /** Goes to the next file, whose path is known. */
  step(): void {
    this.at++;
  }

  get stat(): FileStat {
    const from = this.at * floatsEach;
    return {
      size: this.floats[from] ?? 0,
      mtime: this.floats[from + 1] ?? 0,
      birthtime: this.floats[from + 2] ?? 0,
      inode: this.floats[from + 3] ?? 0,
      mtimeRestNs: this.int(0),
    };
  }

  get hasSummary(): boolean {
    return this.int(1) === 1;
  }

  get linkCount(): number {
    return this.int(2);
  }

  get tagCount(): number {
    return this.int(3);
  }

  get keyCount(): number {
    return this.int(4);
  }

  /** The rest of the file's summary. Words are read before or after it. */
  rest(): Omit<Summary, 'links' | 'tags' | 'keys'> {
    return {
      kinds: this.strings.next(),
      detail: this.strings.next(),
      aliases: this.strings.many(this.int(5)),
      propertyTags: this.int(6),
      propertyLinks: this.int(7),
      openTasks: this.int(8),
      doneTasks: this.int(9),
    };
  }

  /** Passes over what the file says. */
  skip(): void {
    if (!this.hasSummary) return;
    this.strings.skip(2 + this.int(5));
    this.links.skip(this.linkCount);
    this.tags.skip(this.tagCount);
    this.keys.skip(this.keyCount);
  }

  private int(index: number): number {
    return this.ints[this.at * intsEach + index] ?? 0;
  }
}

/** Words that repeat: each is stored once, the files have its number. */
class WordPacker {
  private readonly ids = new Map<string, number>();
  private readonly used: number[] = [];
  private readonly strings = new StringPacker();

  add(word: string): void {
    let id = this.ids.get(word);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(word, id);
      this.strings.add(word);
    }
    this.used.push(id);
  }

  parts(): Buffer[] {
    return [toBytes(new Int32Array(this.used)), ...this.strings.parts()];
  }
}

/** Reads words by their numbers, so that what is made of one is made once. */
export class WordReader {
  private readonly used: Int32Array;
  private readonly strings: StringReader;
  private readonly words: string[] = [];
  private at = 0;

  constructor(used: Int32Array, strings: StringReader) {
    this.used = used;
    this.strings = strings;
  }

  /** The number of the next word. */
  next(): number {
    return this.used[this.at++] ?? 0;
  }

  word(id: number): string {
    // Numbers are given in the order of first use, so the next new one is the next string.
    while (this.words.length <= id) this.words.push(this.strings.next());
    return this.words[id] ?? '';
  }

  skip(count: number): void {
    this.at += count;
  }
}

function join(parts: readonly Buffer[]): Buffer {
  const head = new Int32Array(1 + parts.length);
  head[0] = parts.length;
  parts.forEach((part, at) => {
    head[at + 1] = part.length;
  });
  const aligned = parts.flatMap((part) => [part, Buffer.alloc(padding(part.length))]);
  const header = toBytes(head);
  return Buffer.concat([header, Buffer.alloc(padding(header.length)), ...aligned]);
}

function split(bytes: Buffer): Buffer[] | undefined {
  const headLength = (1 + partCount) * 4;
  if (bytes.length < headLength || bytes.readInt32LE(0) !== partCount) return undefined;
  const parts: Buffer[] = [];
  let at = headLength + padding(headLength);
  for (let i = 0; i < partCount; i++) {
    const length = bytes.readInt32LE((i + 1) * 4);
    if (length < 0 || at + length > bytes.length) return undefined;
    parts.push(bytes.subarray(at, at + length));
    at += length + padding(length);
  }
  return parts;
}

/** Parts start at multiples of eight, so that numbers can be read where they lie. */
function padding(length: number): number {
  return (8 - (length & 7)) & 7;
}
