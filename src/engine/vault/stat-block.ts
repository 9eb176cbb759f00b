import type { EntryType } from '../../contract/events.ts';
import type { Stat } from './stat.ts';

/** Numbers of each entry, one after the other. */
const numbersEach = 11;
const kinds: readonly (EntryType | undefined)[] = [undefined, 'file', 'folder', 'symlink', 'file'];
const specialKind = 4;
const nsPerMs = 1_000_000n;

/** The stats of many entries as plain numbers: small to keep, and cheap to hand to another thread. */
export class StatBlock {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The same memory, for numbers that need all of their bits. */
  readonly wholes: BigInt64Array;

  constructor(from: number | Float64Array<ArrayBuffer>) {
    this.numbers = typeof from === 'number' ? new Float64Array(from * numbersEach) : from;
    this.wholes = new BigInt64Array(this.numbers.buffer);
  }

  /** Undefined where nothing was. */
  get(index: number): PackedStat | undefined {
    const at = index * numbersEach;
    return this.numbers[at] === 0 ? undefined : new PackedStat(this, at);
  }

  set(index: number, stat: Stat | undefined): void {
    if (stat === undefined) return;
    const { numbers, wholes } = this;
    const at = index * numbersEach;
    const kind = stat.special ? specialKind : kinds.indexOf(stat.type);
    numbers[at] = kind + 8 * stat.mode;
    numbers[at + 1] = stat.size;
    numbers[at + 2] = stat.mtime;
    numbers[at + 3] = restNsOf(stat);
    wholes[at + 4] = stat.ctimeNs;
    numbers[at + 5] = stat.birthtime;
    wholes[at + 6] = BigInt.asIntN(64, stat.ino);
    wholes[at + 7] = BigInt.asIntN(64, stat.dev);
    numbers[at + 8] = stat.uid;
    numbers[at + 9] = stat.gid;
    numbers[at + 10] = Number(stat.ino);
  }
}

/** A stat that is read from its block when somebody asks. */
export class PackedStat implements Stat {
  readonly #block: StatBlock;
  readonly #at: number;

  constructor(block: StatBlock, at: number) {
    this.#block = block;
    this.#at = at;
  }

  get type(): EntryType {
    return kinds[this.#number(0) & 7] ?? 'file';
  }

  get special(): boolean {
    return (this.#number(0) & 7) === specialKind;
  }

  get mode(): number {
    return this.#number(0) >> 3;
  }

  get size(): number {
    return this.#number(1);
  }

  get mtime(): number {
    return this.#number(2);
  }

  /** The nanoseconds beyond the whole milliseconds. */
  get mtimeRestNs(): number {
    return this.#number(3);
  }

  get mtimeNs(): bigint {
    return BigInt(this.mtime) * nsPerMs + BigInt(this.mtimeRestNs);
  }

  get ctimeNs(): bigint {
    return this.#whole(4);
  }

  get birthtime(): number {
    return this.#number(5);
  }

  get ino(): bigint {
    return BigInt.asUintN(64, this.#whole(6));
  }

  get dev(): bigint {
    return BigInt.asUintN(64, this.#whole(7));
  }

  get uid(): number {
    return this.#number(8);
  }

  get gid(): number {
    return this.#number(9);
  }

  /** Which file it is, as a number that may lack the last bits. */
  get inode(): number {
    return this.#number(10);
  }

  #number(index: number): number {
    return this.#block.numbers[this.#at + index] ?? 0;
  }

  #whole(index: number): bigint {
    return this.#block.wholes[this.#at + index] ?? 0n;
  }
}

/** The nanoseconds of a file's time beyond its whole milliseconds. */
export function restNsOf({ mtime, mtimeNs }: Pick<Stat, 'mtime' | 'mtimeNs'>): number {
  return Number(mtimeNs - BigInt(mtime) * nsPerMs);
}
