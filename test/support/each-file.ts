import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';
import { findProcesses, killProcesses, type LeftProcess, listLeft } from './left-behind.ts';
import { until } from './until.ts';

// Each test file has a temporary folder of its own, so that what it leaves behind is known to be its doing.
const folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? '', 'f-'));
// Some tests run a process as another user, who has to get to its own folder below.
chmodSync(folder, 0o711);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;

// Registered before any hook of the file, so it runs after all of them.
afterAll(async () => {
  try {
    await endFile();
    // A process that was killed a moment ago may still be on its way out.
    let processes: LeftProcess[] = [];
    const haveEnded = () => {
      processes = findProcesses(folder);
      return processes.length === 0;
    };
    await until(haveEnded, 'processes to end', { timeoutMs: 10_000 }).catch(() => undefined);
    killProcesses(processes);
    const left = [...processes.map(({ command }) => `process: ${command}`), ...listLeft(folder)];
    if (left.length > 0) {
      throw new Error(`this file left ${left.length} behind:\n${left.slice(0, 20).join('\n')}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
