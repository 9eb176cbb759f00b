import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Between the name of a file and what makes its temporary name unique. No reader takes it for the file. */
const mark = '.tmp.';
const app = 'vaultd';

/** Makes a folder that only its owner can use, and takes the access of others to one of ours away. */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isLink = lstatSync(folder).isSymbolicLink();
  const { uid, mode } = statSync(folder);
  const isOurs = process.getuid === undefined || uid === process.getuid();
  if (isLink && !isOurs) throw new Error('it is a link to a folder of another user');
  if (isOurs && (mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** Puts a file in place as a whole: a reader sees the old one or the new one, after a loss of power too. */
export function replaceFile(file: string, text: string, isSynced = true): void {
  const temporary = `${file}${mark}${process.pid}.${app}-${randomBytes(6).toString('hex')}`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, text);
      if (isSynced) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
}

/** Writes a value into a file of ours that only its owner can read. */
export function writePrivateJson(file: string, value: unknown): void {
  makePrivateFolder(dirname(file));
  replaceFile(file, JSON.stringify(value));
}

/** What such a file holds; undefined when it is missing or has another shape. */
export function readPrivateJson<T>(
  file: string,
  shape: { parse(value: unknown): T },
): T | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** The process that made a temporary file of ours; undefined for any other name. */
export function temporaryOwner(name: string): number | undefined {
  const [, owner] = new RegExp(`\\.tmp\\.(\\d+)\\.${app}-[0-9a-f]+$`).exec(name) ?? [];
  return owner === undefined ? undefined : Number(owner);
}
