import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { largeBuffers } from '../../kit/large-buffers.ts';
import { type ContentCache, createContentCache } from './content-cache.ts';
import type { FileContent } from './vault/disk.ts';
import { isUntouched, type Stat } from './vault/stat.ts';

/** How long contents that nobody asks for are kept. */
const idleMs = 10_000;
const lookedAtMax = 64;

/**
 * Contents of large files that are read again and again, such as a picture that several windows
 * show. Most are read once, so only what is asked for a second time is kept, and not for long.
 */
export function createLargeContents(now: () => number): ContentCache {
  const kept = createContentCache(now, {
    bytesMax: limits.largeContentsBytesMax,
    fileBytesMax: limits.largeContentsBytesMax,
  });
  const lookedAt = new Map<VaultPath, Stat>();
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    for (const path of lookedAt.keys()) kept.forget(path);
    lookedAt.clear();
    timer = undefined;
  };

  return {
    find(path) {
      timer?.refresh();
      return kept.find(path);
    },
    keep(path, content) {
      const before = lookedAt.get(path);
      lookedAt.delete(path);
      lookedAt.set(path, content.stat);
      if (before !== undefined && isUntouched(before, content.stat)) keepFor(kept, path, content);
      for (const oldest of lookedAt.keys()) {
        if (lookedAt.size <= lookedAtMax) break;
        lookedAt.delete(oldest);
        kept.forget(oldest);
      }
      timer ??= setTimeout(clear, idleMs).unref();
      timer.refresh();
    },
    forget: kept.forget,
  };
}

/** The buffer is ours from now on: whoever sends it must not give it to the next who reads. */
function keepFor(kept: ContentCache, path: VaultPath, content: FileContent): void {
  largeBuffers.leave(content.bytes);
  kept.keep(path, content);
}
