import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessAlive, processStart } from '../../../kit/processes.ts';

/**
 * Names of files that are being written: `.rsh-write-<host>-<pid>-<chance>.tmp`. The shape is one
 * that the remote client filters; host and pid tell a later start which process left it.
 */
const shape = /^\.rsh-write-(?:([0-9a-f]{8})-(\d+)-)?.*\.tmp$/;

const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const thisProcess = `${thisHost}-${process.pid}-${randomBytes(6).toString('hex')}`;
let made = 0;

export function newTemporaryName(): string {
  made++;
  return `.rsh-write-${thisProcess}-${made}.tmp`;
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith('.rsh-write-') && shape.test(name);
}

/** True when the writer of this temporary file is gone for certain. */
export function isAbandoned(name: string): boolean {
  const [, host, pid] = shape.exec(name) ?? [];
  return host === thisHost && pid !== undefined && !isProcessAlive(Number(pid));
}

/** `pid`, or `pid:start` where a reused pid must not count as the old process. */
export function processMark(pid: number = process.pid): string {
  const started = processStart(pid);
  return started === undefined ? String(pid) : `${pid}:${started}`;
}

export function isMarkAlive(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  return isProcessAlive(pid) && (!mark.includes(':') || processMark(pid) === mark);
}
