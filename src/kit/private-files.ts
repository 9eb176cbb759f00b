import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** Between the name of a file and what makes its temporary name unique. No reader takes it for the file. */
const mark = '.tmp.';
const app = 'vaultd';

/** Makes a folder that only its owner can use, and closes one of ours that others can use. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isLink = lstatSync(folder).isSymbolicLink();
  const { uid, mode } = statSync(folder);
  const isOurs = process.getuid === undefined || uid === process.getuid();
  if (isLink && !isOurs) throw new Error('it is a link to a folder of somebody else');
  if (isOurs && (mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** Puts a file in place as a whole: whoever reads it sees the old one or the new one. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}${mark}${process.pid}.${app}-${randomBytes(6).toString('hex')}`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
}

/** The process that made a temporary file of ours; undefined for any other name. */
export function temporaryOwner(name: string): number | undefined {
  const [, owner] = new RegExp(`\\.tmp\\.(\\d+)\\.${app}-[0-9a-f]+$`).exec(name) ?? [];
  return owner === undefined ? undefined : Number(owner);
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
