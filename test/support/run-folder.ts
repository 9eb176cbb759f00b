import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** Many times what a run has at once. */
const roomMin = 2 ** 31;

/**
 * Where the folder of a run is made: in memory if the system has such a folder, since waiting for a disk
 * to sync takes longer than the tests. A caller who sets TMPDIR chooses another one.
 */
export function findRunParent(): string {
  return process.env.TMPDIR === undefined && isUsable(memoryFolder) ? memoryFolder : tmpdir();
}

/** Containers often have a small one, or one whose files cannot be run. */
function isUsable(parent: string): boolean {
  let folder: string;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < roomMin) return false;
    folder = mkdtempSync(join(parent, 'vaultd-'));
  } catch {
    return false;
  }
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
