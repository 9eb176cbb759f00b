import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  read,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { writeSnapshotFile } from './snapshot-file.ts';

const readInto = promisify(read);

/** A memory full of texts on disk. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  readonly crc: number;
}

/**
 * Texts on disk, beside the snapshot that says whose they are. Their memory never changes, so
 * each is written once, and a save after an edit writes little.
 */
export class TextFiles {
  private readonly folder: string;
  private readonly known = new WeakMap<SharedArrayBuffer, TextFile>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes what is not on disk yet. */
  async write(memories: readonly SharedArrayBuffer[]): Promise<TextFile[]> {
    const files: TextFile[] = [];
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const memory of memories) {
      const known = this.known.get(memory);
      // Another process on the same vault may have tidied up.
      const isThere = known !== undefined && existsSync(join(this.folder, known.name));
      files.push(isThere ? known : await this.writeOne(memory));
    }
    return files;
  }

  /**
   * The memory of a file; undefined when it is not there or has another size. It is read beside
   * this thread, which has enough to do when texts are wanted.
   */
  async read(file: TextFile): Promise<SharedArrayBuffer | undefined> {
    if (!/^[0-9a-f]+$/.test(file.name)) return undefined;
    try {
      const descriptor = openSync(join(this.folder, file.name), 'r');
      try {
        if (fstatSync(descriptor).size !== file.size) return undefined;
        const memory = new SharedArrayBuffer(file.size);
        const { bytesRead } = await readInto(descriptor, new Uint8Array(memory), 0, file.size, 0);
        if (bytesRead < file.size) return undefined;
        this.known.set(memory, file);
        return memory;
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return undefined;
    }
  }

  /** Whether a memory is what was once written. */
  isWhole(memory: SharedArrayBuffer): boolean {
    return this.known.get(memory)?.crc === crc32(Buffer.from(memory));
  }

  /** Removes files that no snapshot names any more. */
  prune(named: readonly TextFile[]): void {
    const keep = new Set(named.map(({ name }) => name));
    for (const name of readdirSync(this.folder)) {
      if (!keep.has(name)) rmSync(join(this.folder, name), { force: true });
    }
  }

  private async writeOne(memory: SharedArrayBuffer): Promise<TextFile> {
    const bytes = Buffer.from(memory);
    const name = randomBytes(8).toString('hex');
    await writeSnapshotFile(join(this.folder, name), [bytes]);
    const file = { name, size: bytes.length, crc: crc32(bytes) };
    this.known.set(memory, file);
    await nextTurn();
    return file;
  }
}
