import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { ContentCache } from './content-cache.ts';
import { plannedStat } from './vault/stat.ts';

const size = limits.contentCacheFileBytesMax;
const roomFor = limits.contentCacheBytesMax / size;

/** A cache that has just enough room for these files, and has them. */
function fill(count: number) {
  const cache = new ContentCache(() => 1_000_000);
  const keep = (name: string) => {
    const path = parseVaultPath(name);
    const stat = { ...plannedStat('file', 0o644), size };
    cache.keep(path, { bytes: Buffer.alloc(size), stat, real: path });
  };
  for (let n = 0; n < count; n++) keep(`${n}.md`);
  return { keep, has: (name: string) => cache.find(parseVaultPath(name)) !== undefined };
}

test('a content stays that is used between one new content and the next', () => {
  const { keep, has } = fill(roomFor);
  for (let n = 0; n < 2 * roomFor; n++) {
    keep(`new ${n}.md`);
    expect(has('5.md'), `after ${n}`).toBe(true);
  }
  expect(has('6.md')).toBe(false);
});

test('of contents that nothing uses, the oldest is forgotten first', () => {
  const { keep, has } = fill(roomFor);
  keep('new.md');
  expect(['0.md', '1.md', 'new.md'].map(has)).toEqual([false, true, true]);
});
