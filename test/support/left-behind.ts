import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface LeftProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * Processes that have to do with a folder: it stands in their arguments, their environment or is where they work.
 * Empty where the system does not show processes as files.
 */
export function findProcesses(folder: string): LeftProcess[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const pid = Number(name);
    if (pid === process.pid) return [];
    const arguments_ = readProc(pid, 'cmdline');
    // A thread of the kernel, or a process that has ended.
    if (arguments_ === '') return [];
    const isOurs =
      (arguments_ + readProc(pid, 'environ')).includes(folder) || cwdOf(pid).startsWith(folder);
    if (!isOurs) return [];
    const [state, parent] = readProc(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    // A zombie has ended; only its parent has not looked yet.
    if (state === 'Z' || parent === undefined) return [];
    return [{ pid, parent: Number(parent), command: arguments_.replaceAll('\0', ' ').trim() }];
  });
}

export function killProcesses(processes: readonly LeftProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

/** Everything below a folder, by its path. */
export function listLeft(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** Empty for a process that has ended or belongs to another user. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
