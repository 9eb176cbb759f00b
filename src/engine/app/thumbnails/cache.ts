import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Thumbnail } from './render.ts';

/** Thumbnails on disk, bounded; those not used for the longest time go first. Losing it loses nothing. */
export interface ThumbnailCache {
  find(key: string): Thumbnail | undefined;
  keep(key: string, thumbnail: Thumbnail): void;
}

interface Entry {
  readonly name: string;
  readonly size: number;
}

/** `key-width-height-checksum.format`: the name has everything but the bytes. */
const nameShape = /^([0-9a-f]{64})-(\d+)-(\d+)-([0-9a-f]+)\.(jpeg|png)$/;
/** When it is full, it is emptied to this part, so that not every addition has to. */
const keptPart = 0.9;

export function openThumbnailCache(folder: string, bytesMax: number): ThumbnailCache {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** From the one not used for the longest time on. */
  const entries = new Map(listEntries(folder));
  let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);

  const drop = (key: string, { name, size }: Entry): void => {
    rmSync(`${folder}/${name}`, { force: true });
    entries.delete(key);
    total -= size;
  };

  return {
    find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const found = read(folder, entry);
      if (found === undefined) drop(key, entry);
      else {
        entries.delete(key);
        entries.set(key, entry);
      }
      return found;
    },
    keep(key, { bytes, width, height, format }) {
      const old = entries.get(key);
      if (old !== undefined) drop(key, old);
      const name = `${key}-${width}-${height}-${crc32(bytes).toString(16)}.${format}`;
      writeFileSync(`${folder}/${name}.tmp`, bytes, { mode: 0o600 });
      renameSync(`${folder}/${name}.tmp`, `${folder}/${name}`);
      entries.set(key, { name, size: bytes.length });
      total += bytes.length;
      if (total <= bytesMax) return;
      for (const [each, entry] of entries) {
        if (total <= bytesMax * keptPart) break;
        drop(each, entry);
      }
    },
  };
}

function listEntries(folder: string): [string, Entry][] {
  const found: { key: string; entry: Entry; usedMs: number }[] = [];
  for (const name of readdirSync(folder)) {
    const [, key] = nameShape.exec(name) ?? [];
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (key === undefined) rmSync(`${folder}/${name}`, { force: true, recursive: true });
    else found.push({ key, entry: { name, size: stat.size }, usedMs: stat.mtimeMs });
  }
  return found.sort((a, b) => a.usedMs - b.usedMs).map(({ key, entry }) => [key, entry]);
}

/** Undefined when it is damaged or gone. */
function read(folder: string, { name }: Entry): Thumbnail | undefined {
  const [, , width, height, checksum, format] = nameShape.exec(name) ?? [];
  try {
    const bytes = readFileSync(`${folder}/${name}`);
    if (crc32(bytes).toString(16) !== checksum) return undefined;
    const now = new Date();
    utimesSync(`${folder}/${name}`, now, now);
    return {
      bytes,
      width: Number(width),
      height: Number(height),
      format: format === 'png' ? 'png' : 'jpeg',
    };
  } catch {
    return undefined;
  }
}
