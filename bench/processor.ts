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

/** The most memory that a process has had; not a number where the system does not say. */
export function peakMegabytes(pid: number | undefined): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number.NaN;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024;
}
