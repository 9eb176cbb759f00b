import { readFileSync } from 'node:fs';

/** True for an error of the system with this code, such as `ENOENT`. */
export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

/** A process of another user cannot be signalled, but it is alive. */
export function isProcessAlive(pid: number): boolean {
  // Zero and negative numbers address groups of processes.
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return hasCode(thrown, 'EPERM');
  }
}

/**
 * When a process started, in a form that only serves to compare: the system uses numbers of
 * processes again. Undefined where it cannot be read, which is everywhere but on Linux.
 */
export function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program may hold spaces and brackets; the fields come after the last one.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie keeps its number but will never run again.
    return state === 'Z' ? 'gone' : fields[18];
  } catch {
    return undefined;
  }
}
