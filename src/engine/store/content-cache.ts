import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { FileContent } from './vault/disk.ts';

/** A file system's clock ticks in steps: what was written just now may change without a trace. */
const settledMs = 100;

/**
 * Contents of files, the least recently used of them forgotten first. A content counts only as long
 * as the file is the same inode with the same times, which the caller checks.
 */
export class ContentCache {
  readonly #now: () => number;
  readonly #contents = new Map<VaultPath, FileContent>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(path: VaultPath): FileContent | undefined {
    const content = this.#contents.get(path);
    if (content === undefined) return undefined;
    this.#contents.delete(path);
    this.#contents.set(path, content);
    return content;
  }

  keep(path: VaultPath, content: FileContent): void {
    this.forget(path);
    const { size, ctimeNs } = content.stat;
    const isSettled = BigInt(this.#now() - settledMs) * 1_000_000n > ctimeNs;
    // Through a link the path would show the link's own inode.
    const isPlain = content.real === path;
    if (!isSettled || !isPlain || size > limits.contentCacheFileBytesMax) return;
    this.#contents.set(path, content);
    this.#bytes += content.bytes.length;
    for (const oldest of this.#contents.keys()) {
      if (this.#bytes <= limits.contentCacheBytesMax) break;
      this.forget(oldest);
    }
  }

  forget(path: VaultPath): void {
    this.#bytes -= this.#contents.get(path)?.bytes.length ?? 0;
    this.#contents.delete(path);
  }
}
