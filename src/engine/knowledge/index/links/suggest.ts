import { limits } from '../../../../contract/limits.ts';
import { isNote, nameOf } from '../../../../contract/paths.ts';
import { distanceOf } from '../../../../kit/nearest.ts';
import type { FileTable } from '../file-table.ts';
import type { MayRead } from './graph.ts';
import { comparePlain, dropMd, foldPath } from './names.ts';

/**
 * Paths that the caller may have meant: the same path or name in another case first, then names with
 * few letters different. Only paths that the caller may read are considered.
 */
export function suggestPaths(files: FileTable, meant: string, mayRead: MayRead): string[] {
  const path = dropMd(foldPath(meant));
  const name = nameOf(path);
  if (name === '') return [];
  const tolerance = Math.min(3, Math.floor(name.length / 3));
  const found: { path: string; distance: number }[] = [];
  for (const file of files.inOrder()) {
    if (!isNote(file.path) || !mayRead(file.path)) continue;
    const folded = dropMd(foldPath(file.path));
    const distance = folded === path ? -1 : distanceOf(name, nameOf(folded), tolerance);
    if (distance <= tolerance) found.push({ path: file.path, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || comparePlain(a.path, b.path))
    .slice(0, limits.nameSuggestionsMax)
    .map((one) => one.path);
}
