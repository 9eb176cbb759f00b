import { readdirSync, readFileSync } from 'node:fs';

/** Entries that this process watches, as the kernel counts them; where it does not tell, none. */
export function countWatches(): number {
  if (process.platform !== 'linux') return 0;
  return readdirSync('/proc/self/fdinfo')
    .map((name) => readIfThere(`/proc/self/fdinfo/${name}`))
    .reduce((sum, text) => sum + (text.match(/^inotify wd/gm)?.length ?? 0), 0);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
