import type { EntryType } from '../../../contract/events.ts';
import type { Stat } from './stat.ts';

/** The numbers of each entry. Those of one kind lie together. */
const columns = {
  kind: 0,
  size: 1,
  mtime: 2,
  mtimeRestNs: 3,
  birthtime: 4,
  mode: 5,
  uid: 6,
  gid: 7,
  ctimeNs: 8,
  ino: 9,
  dev: 10,
} as const;
const numbersEach = 11;
/** At most so many entries of a folder are packed in one block. */
export const entriesEach = 512;
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

/** The stats of many entries as plain numbers, which take less memory than objects. */
export class StatBlock {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The same memory, for numbers that need all of their bits. */
  readonly wholes: BigInt64Array;
  readonly count: number;

  constructor(count: number) {
    this.numbers = new Float64Array(count * numbersEach);
    this.wholes = new BigInt64Array(this.numbers.buffer);
    this.count = count;
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
    return Number(this.ino);
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
