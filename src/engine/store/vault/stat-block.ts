import type { EntryType } from '../../../contract/events.ts';
import type { Stat } from './stat.ts';

/** The numbers of each entry. Those of one kind lie together, first those that show a change of content. */
const columns = {
  kind: 0,
  size: 1,
  mtime: 2,
  mtimeRestNs: 3,
  inode: 4,
  birthtime: 5,
  mode: 6,
  uid: 7,
  gid: 8,
  ctimeNs: 9,
  ino: 10,
  dev: 11,
} as const;
const numbersEach = 12;
/** At most so many entries of a folder are packed in one block. */
export const entriesEach = 512;
const contentNumbersEach = 5;
const kinds: readonly (EntryType | undefined)[] = [undefined, 'file', 'folder', 'symlink', 'file'];
const fileKind = 1;
const specialKind = 4;
const nsPerMs = 1_000_000n;

/** What shows whether the content of a plain file has changed. */
export interface ContentStat {
  readonly size: number;
  /** Whole milliseconds, and the nanoseconds beyond them. */
  readonly mtime: number;
  readonly mtimeRestNs: number;
  /** Which file it is, as a number that may lack the last bits. */
  readonly inode?: number;
}

/** The stats of many entries as plain numbers: small to keep, and cheap to hand to another thread. */
export class StatBlock {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The same memory, for numbers that need all of their bits. */
  readonly wholes: BigInt64Array;
  readonly count: number;

  constructor(from: number | Float64Array<ArrayBuffer>) {
    this.numbers = typeof from === 'number' ? new Float64Array(from * numbersEach) : from;
    this.wholes = new BigInt64Array(this.numbers.buffer);
    this.count = this.numbers.length / numbersEach;
  }

  /** Undefined where nothing was. */
  get(index: number): PackedStat | undefined {
    return this.numbers[index] === 0 ? undefined : new PackedStat(this, index);
  }

  set(index: number, stat: Stat | undefined): void {
    if (stat === undefined) return;
    const { numbers, wholes, count } = this;
    numbers[index] = stat.special ? specialKind : kinds.indexOf(stat.type);
    numbers[columns.size * count + index] = stat.size;
    numbers[columns.mtime * count + index] = stat.mtime;
    numbers[columns.mtimeRestNs * count + index] = restNsOf(stat);
    numbers[columns.inode * count + index] = Number(stat.ino);
    numbers[columns.birthtime * count + index] = stat.birthtime;
    numbers[columns.mode * count + index] = stat.mode;
    numbers[columns.uid * count + index] = stat.uid;
    numbers[columns.gid * count + index] = stat.gid;
    wholes[columns.ctimeNs * count + index] = stat.ctimeNs;
    wholes[columns.ino * count + index] = BigInt.asIntN(64, stat.ino);
    wholes[columns.dev * count + index] = BigInt.asIntN(64, stat.dev);
  }

  /** True when all are plain files that were last written before a time. */
  isOld(beforeMs: number): boolean {
    const { numbers, count } = this;
    for (let index = 0; index < count; index++) {
      if (numbers[index] !== fileKind) return false;
      if ((numbers[columns.mtime * count + index] ?? 0) >= beforeMs) return false;
    }
    return true;
  }

  /** What `packContents` makes of the same files, if they are plain ones. */
  get contents(): Float64Array {
    return this.numbers.subarray(0, this.count * contentNumbersEach);
  }
}

/** What shows whether the contents of plain files have changed; zeros for those that are undefined. */
export function packContents(
  stats: readonly (ContentStat | undefined)[],
): Float64Array<ArrayBuffer> {
  const count = stats.length;
  const numbers = new Float64Array(count * contentNumbersEach);
  stats.forEach((stat, index) => {
    if (stat === undefined) return;
    numbers[index] = fileKind;
    numbers[columns.size * count + index] = stat.size;
    numbers[columns.mtime * count + index] = stat.mtime;
    numbers[columns.mtimeRestNs * count + index] = stat.mtimeRestNs;
    numbers[columns.inode * count + index] = stat.inode ?? 0;
  });
  return numbers;
}

/** One of those that `packContents` has packed. */
export function contentAt(numbers: Float64Array, index: number): ContentStat | undefined {
  const count = numbers.length / contentNumbersEach;
  const column = (number: number) => numbers[number * count + index] ?? 0;
  if (column(columns.kind) !== fileKind) return undefined;
  return {
    size: column(columns.size),
    mtime: column(columns.mtime),
    mtimeRestNs: column(columns.mtimeRestNs),
    inode: column(columns.inode),
  };
}

/** A stat whose members are read from its block. */
export class PackedStat implements Stat {
  readonly #block: StatBlock;
  readonly #index: number;

  constructor(block: StatBlock, index: number) {
    this.#block = block;
    this.#index = index;
  }

  get type(): EntryType {
    return kinds[this.#number(columns.kind)] ?? 'file';
  }

  get special(): boolean {
    return this.#number(columns.kind) === specialKind;
  }

  get mode(): number {
    return this.#number(columns.mode);
  }

  get size(): number {
    return this.#number(columns.size);
  }

  get mtime(): number {
    return this.#number(columns.mtime);
  }

  /** The nanoseconds beyond the whole milliseconds. */
  get mtimeRestNs(): number {
    return this.#number(columns.mtimeRestNs);
  }

  get mtimeNs(): bigint {
    return BigInt(this.mtime) * nsPerMs + BigInt(this.mtimeRestNs);
  }

  get ctimeNs(): bigint {
    return this.#whole(columns.ctimeNs);
  }

  get birthtime(): number {
    return this.#number(columns.birthtime);
  }

  get ino(): bigint {
    return BigInt.asUintN(64, this.#whole(columns.ino));
  }

  get dev(): bigint {
    return BigInt.asUintN(64, this.#whole(columns.dev));
  }

  get uid(): number {
    return this.#number(columns.uid);
  }

  get gid(): number {
    return this.#number(columns.gid);
  }

  /** Which file it is, as a number that may lack the last bits. */
  get inode(): number {
    return this.#number(columns.inode);
  }

  #number(column: number): number {
    return this.#block.numbers[column * this.#block.count + this.#index] ?? 0;
  }

  #whole(column: number): bigint {
    return this.#block.wholes[column * this.#block.count + this.#index] ?? 0n;
  }
}

/** The nanoseconds of a file's time beyond its whole milliseconds. */
export function restNsOf({ mtime, mtimeNs }: Pick<Stat, 'mtime' | 'mtimeNs'>): number {
  return Number(mtime < 0 ? mtimeNs - BigInt(mtime) * nsPerMs : mtimeNs % nsPerMs);
}
