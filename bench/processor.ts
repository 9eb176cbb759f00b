import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time that the threads of a process have used so far; not a number where the system does not say. */
export function processorTime(pid: number | undefined): number {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return Number.NaN;
  return readdirSync(tasks).reduce((sum, task) => sum + taskSeconds(`${tasks}/${task}`), 0);
}

function taskSeconds(task: string): number {
  try {
    return Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    // The thread has ended meanwhile.
    return 0;
  }
}

/** The memory of a process now, and the most that it has had; not a number where the system does not say. */
export function megabytesOf(pid: number | undefined): {
  readonly now: number;
  readonly most: number;
} {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
