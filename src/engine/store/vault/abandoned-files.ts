import { unlinkSync } from 'node:fs';
import type { AnchoredFolder } from './anchor.ts';
import { lstatIn } from './lstat-in.ts';
import { ifThere } from './system-errors.ts';
import { isAbandoned } from './temporary.ts';

/** By then every start had its chance to recover with what a dead process left. */
const abandonedMsMin = 24 * 60 * 60 * 1000;

/** Removes a temporary file of a dead process, once recovery cannot need it any more. */
export function removeAbandoned(folder: AnchoredFolder, name: string): void {
  if (!isAbandoned(name)) return;
  const found = lstatIn(folder, name);
  if (found === undefined || Date.now() - found.mtime < abandonedMsMin) return;
  ifThere(() => unlinkSync(folder.at(name)));
}
