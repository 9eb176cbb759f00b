import { closeSync, readSync } from 'node:fs';
import { limits } from '../../../contract/limits.ts';
import { parentOf, parseVaultPath, type VaultPath } from '../../../contract/paths.ts';
import { type AnchoredFolder, openEntryIn, openFolder, openRoot, type Root } from './anchor.ts';

/**
 * Reads many files whose sizes are known, most of them small, folder by folder. A file that was
 * listed needs no further stat: the one it has is older than these bytes, so any change since then
 * shows when it is compared with the disk.
 */
export class KnownFiles {
  readonly #root: Root;
  #path: VaultPath | undefined;
  #folder: AnchoredFolder | undefined;

  constructor(folder: string) {
    this.#root = openRoot(folder);
  }

  /**
   * Reads into the buffer, which has room for one byte more there, to see whether the file grew;
   * undefined when it is no note for its size, or has another size by now.
   */
  read(raw: string, size: number, into: Buffer, at = 0): Buffer | undefined {
    if (size > limits.noteBytesMax) return undefined;
    const path = parseVaultPath(raw);
    const descriptor = openEntryIn(this.#root, this.#open(parentOf(path)), path);
    try {
      const got = readSync(descriptor, into, at, size + 1, 0);
      return got === size ? into.subarray(at, at + size) : undefined;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Closes the folder. To be called before a pause: it may be moved out of the vault meanwhile. */
  rest(): void {
    this.#folder?.close();
    this.#folder = undefined;
    this.#path = undefined;
  }

  #open(path: VaultPath): AnchoredFolder {
    if (this.#folder !== undefined && this.#path === path) return this.#folder;
    this.rest();
    this.#folder = openFolder(this.#root, path);
    this.#path = path;
    return this.#folder;
  }
}
