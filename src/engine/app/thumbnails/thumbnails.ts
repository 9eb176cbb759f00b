import { createHash } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { noSuchFile } from '../../../contract/path-errors.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Reading } from '../../store/vault/reading.ts';
import type { Stat } from '../../store/vault/stat.ts';
import { openThumbnailCache, type ThumbnailCache } from './cache.ts';
import { renderThumbnail, type Thumbnail } from './render.ts';

/** Small pictures of pictures in the vault, as one caller may see them. */
export interface Thumbnails {
  of(path: VaultPath, maxDim: number): Promise<{ thumbnail: Thumbnail; source: Stat }>;
}

/** Makes a thumbnail, or finds one that was made of the very same file. */
export type ThumbnailMaker = (
  source: Stat,
  maxDim: number,
  read: () => Promise<Buffer>,
) => Promise<Thumbnail>;

export function createThumbnails(reading: Reading, make: ThumbnailMaker): Thumbnails {
  return {
    async of(path, maxDim) {
      const source = reading.stat(path);
      if (source === undefined) throw noSuchFile(path);
      // What cannot be read at all is said by the read itself.
      const read = async () => (await reading.read(path, limits.thumbnailSourceBytesMax)).bytes;
      if (source.type === 'folder' || source.special) await read();
      return { thumbnail: await make(source, maxDim, read), source };
    },
  };
}

/** One for all callers: two that want the same at the same time share the work. */
export function createThumbnailMaker(folder: string): ThumbnailMaker {
  const underWay = new Map<string, Promise<Thumbnail>>();
  let cache: ThumbnailCache | undefined;

  const open = (): ThumbnailCache => {
    cache ??= openThumbnailCache(folder, limits.thumbnailCacheBytesMax);
    return cache;
  };

  const make = async (key: string, maxDim: number, read: () => Promise<Buffer>) => {
    const thumbnail = await renderThumbnail(await read(), maxDim);
    ignoreFailure(() => open().keep(key, thumbnail));
    return thumbnail;
  };

  return async (source, maxDim, read) => {
    const key = toKey(source, maxDim);
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const kept = ignoreFailure(() => open().find(key));
    if (kept !== undefined) return kept;
    const making = make(key, maxDim, read).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  };
}

/** A file that is the same in all of this has the same thumbnail. */
function toKey({ dev, ino, size, mtimeNs, ctimeNs }: Stat, maxDim: number): string {
  return createHash('sha256')
    .update([dev, ino, size, mtimeNs, ctimeNs, maxDim].join(' '))
    .digest('hex');
}

/** Without a place to keep them, thumbnails are made each time. */
function ignoreFailure<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
