import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageSource } from '../../src/engine/knowledge/query/source.ts';
import { loadCalendars } from '../../src/engine/knowledge/query/values/calendars.ts';
import { type MemoryFile, memorySource } from './memory-source.ts';

const folder = fileURLToPath(new URL('../../../shared/oracles/dataview', import.meta.url));

/** The clock of the oracle. */
export const oracleNowMs = Date.UTC(2026, 0, 15, 10, 30);

/** Its time zone is that of its system, whose name shows in some answers. */
export const oracleZone = 'system';
process.env.TZ = 'UTC';
await loadCalendars();

export const hasOracle = existsSync(folder);
if (!hasOracle) console.log('No Dataview oracle beside the project: it is not run.');

/** The lines of a file of the oracle. */
export function oracleLines<T>(name: string): T[] {
  if (!hasOracle) return [];
  const text = readFileSync(join(folder, name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The vault that the oracle was asked about; without the oracle, an empty one. */
export function oracleVault(): PageSource {
  if (!hasOracle) return memorySource({});
  const root = join(folder, 'vault');
  const stats: Record<string, { ctime: number; mtime: number; size: number }> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  const files: Record<string, MemoryFile> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || path.startsWith('.')) continue;
    const stat = stats[path];
    files[path] = {
      text: readFileSync(join(root, path), 'utf8'),
      ...(stat && { size: stat.size, ctimeMs: stat.ctime, mtimeMs: stat.mtime }),
      isStarred: path === 'Home.md' || path === 'Projects/Beacon.md',
    };
  }
  return memorySource(files);
}
