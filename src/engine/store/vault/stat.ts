import type { BigIntStats } from 'node:fs';
import type { EntryType } from '../../../contract/events.ts';

/** What the disk says of an entry. */
export interface Stat {
  readonly type: EntryType;
  /** Bytes; 0 for folders. */
  readonly size: number;
  /** Whole milliseconds, rounded down, the same number everywhere. */
  readonly mtime: number;
  /** When the entry was created, as far as the file system records it; whole milliseconds. */
  readonly birthtime: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
  readonly dev: bigint;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** A FIFO, socket or device: listed as a file, never opened. */
  readonly special: boolean;
}

/** What shows whether the content of a plain file has changed. */
export interface ContentStat {
  readonly size: number;
  /** Whole milliseconds, and the nanoseconds beyond them. */
  readonly mtime: number;
  readonly mtimeRestNs: number;
  /** Which file it is, as a number that may lack the last bits. */
  readonly inode?: number;
}

/** The number of the last file system seen. There are few, and it is in every entry of a vault. */
let device = 0n;

/** A stat that is known already is used again where nothing has changed, which saves making one. */
export function toStat(raw: BigIntStats, known?: Stat): Stat {
  if (known !== undefined && isStill(known, raw)) return known;
  const folder = raw.isDirectory();
  if (raw.dev !== device) device = raw.dev;
  return {
    type: folder ? 'folder' : raw.isSymbolicLink() ? 'symlink' : 'file',
    size: folder ? 0 : Number(raw.size),
    mtime: toMs(raw.mtimeNs),
    birthtime: toMs(raw.birthtimeNs),
    mtimeNs: raw.mtimeNs,
    // Mostly the same, and then one number in memory does for both.
    ctimeNs: raw.ctimeNs === raw.mtimeNs ? raw.mtimeNs : raw.ctimeNs,
    ino: raw.ino,
    dev: device,
    mode: Number(raw.mode & 0o7777n),
    uid: Number(raw.uid),
    gid: Number(raw.gid),
    special: !folder && !raw.isFile() && !raw.isSymbolicLink(),
  };
}

function isStill(known: Stat, raw: BigIntStats): boolean {
  return (
    known.ino === raw.ino &&
    known.dev === raw.dev &&
    known.mtimeNs === raw.mtimeNs &&
    known.ctimeNs === raw.ctimeNs &&
    known.size === Number(raw.size) &&
    known.mode === (Number(raw.mode) & 0o7777) &&
    known.uid === Number(raw.uid) &&
    known.gid === Number(raw.gid)
  );
}

/** The stat of an entry that is planned but not there yet. */
export function plannedStat(type: EntryType, mode: number): Stat {
  const none = { mtime: 0, birthtime: 0, mtimeNs: 0n, ctimeNs: 0n, ino: 0n, dev: 0n };
  return { type, mode, size: 0, uid: 0, gid: 0, special: false, ...none };
}

/** True when both are the same content for certain: same inode, untouched in between. */
export function isUntouched(a: Stat, b: Stat): boolean {
  return isUnwritten(a, b) && a.ctimeNs === b.ctimeNs;
}

/** True when both are one inode and nothing was written in between; it may have been renamed. */
export function isUnwritten(a: Stat, b: Stat): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

function toMs(ns: bigint): number {
  const ms = ns / 1_000_000n;
  return Number(ns < 0n && ms * 1_000_000n !== ns ? ms - 1n : ms);
}

/** The nanoseconds of a file's time beyond its whole milliseconds. */
export function restNsOf({ mtime, mtimeNs }: Pick<Stat, 'mtime' | 'mtimeNs'>): number {
  return Number(mtime < 0 ? mtimeNs - BigInt(mtime) * 1_000_000n : mtimeNs % 1_000_000n);
}
