import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isProcessAlive, processStart } from '../../../kit/processes.ts';

/** One process for good: numbers are used again, start times are not. */
export interface ProcessMark {
  readonly pid: number;
  /** Empty where the system does not say. */
  readonly start: string;
}

export function ownMark(): ProcessMark {
  return { pid: process.pid, start: startOf(process.pid) ?? '' };
}

/** True while the very process of the mark is alive. */
export function isRunning({ pid, start }: ProcessMark): boolean {
  if (!isProcessAlive(pid)) return false;
  const now = start === '' ? undefined : startOf(pid);
  return now === undefined || now === start;
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

function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return processStart(pid);
  if (process.platform === 'win32') return undefined;
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}
