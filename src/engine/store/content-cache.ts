import type { VaultPath } from '../../contract/paths.ts';
import type { FileContent } from './vault/disk.ts';

/**
 * Contents of files, the least recently used of them forgotten first. A content counts only
 * as long as the file is the same inode with the same times; that is for whoever asks to check.
 */
export interface ContentCache {
  find(path: VaultPath): FileContent | undefined;
  keep(path: VaultPath, content: FileContent): void;
  forget(path: VaultPath): void;
}

/** A file system's clock ticks in steps: what was written just now may change without a trace. */
const settledMs = 100;

export interface CacheBounds {
  readonly bytesMax: number;
  readonly fileBytesMax: number;
}

export function createContentCache(
  now: () => number,
  { bytesMax, fileBytesMax }: CacheBounds,
): ContentCache {
  const kept = new Map<VaultPath, FileContent>();
  let bytes = 0;

  const forget = (path: VaultPath): void => {
    const content = kept.get(path);
    if (content === undefined) return;
    kept.delete(path);
    bytes -= content.bytes.length;
  };

  return {
    find(path) {
      const content = kept.get(path);
      // Nothing is forgotten soon, so the order does not matter yet.
      if (content === undefined || bytes < bytesMax / 2) return content;
      kept.delete(path);
      kept.set(path, content);
      return content;
    },
    keep(path, content) {
      forget(path);
      const { size, ctimeNs } = content.stat;
      const isSettled = BigInt(now() - settledMs) * 1_000_000n > ctimeNs;
      // Through a link the path would show the link's own inode.
      const isPlain = content.real === path;
      if (!isSettled || !isPlain || size > fileBytesMax) return;
      kept.set(path, content);
      bytes += content.bytes.length;
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) break;
        forget(oldest);
      }
    },
    forget,
  };
}
