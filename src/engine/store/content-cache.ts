import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { FileContent } from './vault/disk.ts';

/** A file system's clock ticks in steps: what was written just now may change without a trace. */
const settledMs = 100;

interface Kept {
  readonly content: FileContent;
  /** Since it was last considered for being forgotten. */
  isUsed: boolean;
}

/**
 * Contents of files. The oldest is forgotten first, unless it was used meanwhile: then it counts as
 * new once more. A content counts only as long as the file is the same inode with the same times,
 * which the caller checks.
 */
export class ContentCache {
  readonly #now: () => number;
  readonly #contents = new Map<VaultPath, Kept>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(path: VaultPath): FileContent | undefined {
    const kept = this.#contents.get(path);
    if (kept === undefined) return undefined;
    kept.isUsed = true;
    return kept.content;
  }

  keep(path: VaultPath, content: FileContent): void {
    this.forget(path);
    const { size, ctimeNs } = content.stat;
    const isSettled = BigInt(this.#now() - settledMs) * 1_000_000n > ctimeNs;
    // Through a link the path would show the link's own inode.
    const isPlain = content.real === path;
    if (!isSettled || !isPlain || size > limits.contentCacheFileBytesMax) return;
    this.#contents.set(path, { content, isUsed: true });
    this.#bytes += content.bytes.length;
    for (const [oldest, kept] of this.#contents) {
      if (this.#bytes <= limits.contentCacheBytesMax) break;
      if (kept.isUsed) {
        kept.isUsed = false;
        this.#contents.delete(oldest);
        this.#contents.set(oldest, kept);
      } else this.forget(oldest);
    }
  }

  forget(path: VaultPath): void {
    this.#bytes -= this.#contents.get(path)?.content.bytes.length ?? 0;
    this.#contents.delete(path);
  }
}
