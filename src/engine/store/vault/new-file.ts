import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { type Stat, toStat } from './stat.ts';

/** A file to be made under a temporary name. */
export interface NewFile {
  /** System path, in an open folder of the vault. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** What it will replace. */
  readonly old: Pick<Stat, 'uid' | 'gid' | 'mtime'> | undefined;
}

/**
 * Makes the file with the rights of what it will replace. On failure nothing stays behind. The
 * caller closes the descriptor.
 */
export function makeFile({ file, bytes, mode, old }: NewFile): { stat: Stat; descriptor: number } {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A user who may not read the old file must not read the new one before it has its owner.
  const descriptor = openSync(file, flags, isOwn(old) ? mode : 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    const made = statOf(descriptor);
    const isRight = keepRights(descriptor, made, mode, old);
    return { stat: afterOld(descriptor, isRight ? made : statOf(descriptor), old), descriptor };
  } catch (thrown) {
    closeSync(descriptor);
    unlinkSync(file);
    throw thrown;
  }
}

const own = { uid: process.getuid?.(), gid: process.getgid?.() };

function isOwn(old: NewFile['old']): boolean {
  return old === undefined || (old.uid === own.uid && old.gid === own.gid);
}

/**
 * A new file gets the owner of the old one, where that is allowed. True when nothing had to be
 * changed, which is nearly always so.
 */
function keepRights(descriptor: number, made: Stat, mode: number, old: NewFile['old']): boolean {
  const isOwned = old === undefined || (made.uid === old.uid && made.gid === old.gid);
  if (!isOwned && own.uid === 0) fchownSync(descriptor, old.uid, old.gid);
  if (isOwned && made.mode === mode) return true;
  fchmodSync(descriptor, mode);
  return false;
}

/**
 * Protocols that compare whole milliseconds would not see a change within one, so a new version is
 * always at least one later than the old.
 */
function afterOld(descriptor: number, stat: Stat, old: NewFile['old']): Stat {
  if (old === undefined || stat.mtime > old.mtime) return stat;
  const seconds = (old.mtime + 1.5) / 1000;
  futimesSync(descriptor, seconds, seconds);
  return statOf(descriptor);
}

function statOf(descriptor: number): Stat {
  return toStat(fstatSync(descriptor, { bigint: true }));
}
