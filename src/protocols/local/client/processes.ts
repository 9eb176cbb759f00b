import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** One process for good: numbers are used again, start times are not. */
export interface ProcessMark {
  readonly pid: number;
  /** Empty where the system does not tell. */
  readonly start: string;
}

export function ownMark(): ProcessMark {
  return { pid: process.pid, start: startToken(process.pid) ?? '' };
}

/** True while the very process of the mark lives. */
export function isRunning({ pid, start }: ProcessMark): boolean {
  if (!isAlive(pid)) return false;
  const now = start === '' ? undefined : startToken(pid);
  return now === undefined || now === start;
}

/** A process of somebody else cannot be signalled, but it lives. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return hasCode(thrown, 'EPERM');
  }
}

/** When the kernel says that the process began, in a form that only serves to compare. */
export function startToken(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name of the program may hold spaces and brackets; the numbers come after the last one.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (process.platform === 'win32') return undefined;
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The number in a pid file, or `undefined` for anything that names no process. */
export function readPidFile(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    const pid = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    return pid >= 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a small file so that no reader ever sees half of it. */
export function writePrivateFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, file);
}

export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
