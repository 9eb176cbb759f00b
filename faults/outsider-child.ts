// Another program at work in a vault: takes a line of steps, does what can be done, says so.
import { appendFileSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Step } from './outsider.ts';

const acts: Record<Step[0], (path: string, more: string) => void> = {
  write: (path, text) => writeFileSync(path, text),
  append: (path, text) => appendFileSync(path, text),
  save(path, text) {
    writeFileSync(`${path}.tmp123`, text);
    renameSync(`${path}.tmp123`, path);
  },
  remove: (path) => rmSync(path, { recursive: true }),
  folder: (path) => mkdirSync(path),
  folders: (path) => mkdirSync(path, { recursive: true }),
  rmdir: (path) => rmdirSync(path),
  rename: (path, newPath) => renameSync(path, newPath),
};

for await (const line of createInterface({ input: process.stdin })) {
  const steps: [Step[0], string, string][] = JSON.parse(line);
  let done = 0;
  for (const [act, path, more] of steps) {
    try {
      acts[act](path, more);
      done++;
    } catch {
      // What cannot be done at this moment is left out.
    }
  }
  process.stdout.write(`${done}\n`);
}
