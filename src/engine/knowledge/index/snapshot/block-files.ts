import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** A file that was written once and never changes. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly crc: number;
}

/** How long files that no snapshot names are kept: another process may be about to name them. */
const unnamedMs = 10 * 60_000;

/** The files of a snapshot, in a folder of their own. */
export class BlockFiles {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  has({ name }: StoredFile): boolean {
    return existsSync(join(this.folder, name));
  }

  async write(bytes: Uint8Array): Promise<StoredFile> {
    const file = {
      name: randomBytes(8).toString('hex'),
      size: bytes.length,
      crc: crc32(bytes),
    };
    await this.put(file.name, [bytes]);
    return file;
  }

  /** Puts a file in place whole or not at all. */
  async put(name: string, parts: Iterable<Uint8Array | string>): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, name);
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await withFile(temporary, 'wx', async (file) => {
        for (const part of parts) await file.appendFile(part);
        await file.sync();
      });
      renameSync(temporary, path);
    } catch (thrown) {
      rmSync(temporary, { force: true });
      throw thrown;
    }
  }

  /** The content in shared memory; undefined when it is not there or has another size. */
  async readShared(file: StoredFile): Promise<SharedArrayBuffer | undefined> {
    const memory = new SharedArrayBuffer(file.size);
    return (await this.#read(file, new Uint8Array(memory))) ? memory : undefined;
  }

  async readWhole(file: StoredFile): Promise<Uint8Array | undefined> {
    const bytes = Buffer.alloc(file.size);
    return (await this.#read(file, bytes)) ? bytes : undefined;
  }

  /** Removes files that the snapshot does not name, once they are old. */
  prune(named: ReadonlySet<string>, nowMs: number): void {
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      const stat = named.has(name) ? undefined : statSync(path, { throwIfNoEntry: false });
      if (stat !== undefined && stat.mtimeMs < nowMs - unnamedMs) rmSync(path, { force: true });
    }
  }

  async #read({ name, size }: StoredFile, into: Uint8Array): Promise<boolean> {
    if (!/^[0-9a-f]+$/.test(name)) return false;
    try {
      return await withFile(join(this.folder, name), 'r', async (file) => {
        if ((await file.stat()).size !== size) return false;
        const { bytesRead } = await file.read(into, 0, size, 0);
        return bytesRead === size;
      });
    } catch {
      return false;
    }
  }
}

async function withFile<T>(
  path: string,
  flags: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, 0o600);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
