import { appendFileSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One step of another program: what to do, and with which paths of the vault. */
export type Step =
  | readonly ['write' | 'append' | 'save', path: string, text: string]
  | readonly ['remove' | 'folder' | 'folders' | 'rmdir', path: string]
  | readonly ['rename', path: string, newPath: string];

const acts: Record<Step[0], (file: string, more: string, dir: string) => void> = {
  write: (file, text) => writeFileSync(file, text),
  append: (file, text) => appendFileSync(file, text),
  save(file, text) {
    writeFileSync(`${file}.tmp123`, text);
    renameSync(`${file}.tmp123`, file);
  },
  remove: (file) => rmSync(file, { recursive: true }),
  folder: (file) => mkdirSync(file),
  folders: (file) => mkdirSync(file, { recursive: true }),
  rmdir: (file) => rmdirSync(file),
  rename: (file, newPath, dir) => renameSync(file, join(dir, newPath)),
};

/** Does what can be done, without a pause, and returns how many steps that were. */
export function doSteps(dir: string, steps: readonly Step[]): number {
  let done = 0;
  for (const [act, path, more = ''] of steps) {
    try {
      acts[act](join(dir, path), more, dir);
      done++;
    } catch {
      // What cannot be done at this moment is left out.
    }
  }
  return done;
}
