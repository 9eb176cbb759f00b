import { closeSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { until } from './until.ts';

/** What this process has open below a folder, files without a name among it. Linux tells. */
export function openBelow(folder: string): string[] {
  const links = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // It was open to list the others.
      return '';
    }
  });
  return links.filter((real) => real === folder || real.startsWith(`${folder}/`));
}

/** The same once no more than `count` are open; nothing where the system does not say. */
export async function leftOpenBelow(folder: string, count = 0): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const isClosed = () => openBelow(folder).length <= count;
  await until(isClosed, 'files to be closed', { timeoutMs: 10_000 }).catch(() => undefined);
  return openBelow(folder);
}

/** The beginning of an open file, which is closed then. */
export function readAndClose(descriptor: number): string {
  const bytes = Buffer.alloc(9);
  const got = readSync(descriptor, bytes);
  closeSync(descriptor);
  return bytes.toString('utf8', 0, got);
}
