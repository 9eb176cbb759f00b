import { isNote } from '../../../../contract/paths.ts';
import { joinLines, pathOfLine, toFindLine } from '../../../store/vault/find-lines.ts';
import type { ContentStat } from '../../../store/vault/stat-block.ts';
import { mayHaveData } from '../facts/summary.ts';
import type { Difference, PlacedFile } from './saved-places.ts';

/** Files that are put into lines before others work. */
const filesBetween = 1000;

/**
 * Files as `find` will print them as long as they stay as they are: then to compare takes one look
 * into a set for each. What has to be read anyway has no line.
 */
export async function packLines<File extends PlacedFile>(
  files: Iterable<File>,
  statOf: (file: File) => ContentStat | undefined,
  pause: () => Promise<void>,
): Promise<Buffer> {
  const lines: string[] = [];
  let work = 0;
  for (const file of files) {
    if (++work % filesBetween === 0) await pause();
    const stat = mayHaveData(file.path) ? statOf(file) : undefined;
    const line = stat && toFindLine(file.path, stat);
    if (line !== undefined) lines.push(line);
  }
  return joinLines(lines);
}

/** Compares what was with what is there now. */
export function compareLines(saved: readonly string[], found: readonly string[]): Difference {
  const left = new Set(saved);
  const unread: string[] = [];
  for (const line of found) if (!left.delete(line)) unread.push(pathOfLine(line));
  return { unread: unread.filter(mayHaveData), stale: [...left].map(pathOfLine).filter(isNote) };
}
