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
  const descriptor = openSync(file, flags, 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    keepOwner(descriptor, old);
    fchmodSync(descriptor, mode);
    return { stat: afterOld(descriptor, old), descriptor };
  } catch (thrown) {
    closeSync(descriptor);
    unlinkSync(file);
    throw thrown;
  }
}

/** A new file belongs to whoever owned the old one, as far as we may say so. */
function keepOwner(descriptor: number, old: NewFile['old']): void {
  if (old === undefined || process.getuid?.() !== 0) return;
  fchownSync(descriptor, old.uid, old.gid);
}

/**
 * Protocols that compare whole milliseconds would not see a change within one, so a new version is
 * always at least one later than the old.
 */
function afterOld(descriptor: number, old: NewFile['old']): Stat {
  const stat = toStat(fstatSync(descriptor, { bigint: true }));
  if (old === undefined || stat.mtime > old.mtime) return stat;
  const seconds = (old.mtime + 1.5) / 1000;
  futimesSync(descriptor, seconds, seconds);
  return toStat(fstatSync(descriptor, { bigint: true }));
}
