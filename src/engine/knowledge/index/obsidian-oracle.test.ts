import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { linkMap } from './links/graph.ts';
import { NoteIndex } from './note-index.ts';

const folder = fileURLToPath(
  new URL('../../../../../shared/oracles/obsidian-metadata', import.meta.url),
);
const readMaps = (name: string): Record<string, Record<string, number>> =>
  existsSync(folder) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : {};
const resolved = readMaps('resolvedLinks.json');
const unresolved = readMaps('unresolvedLinks.json');

/** Was edited after the maps were taken. */
const edited = 'How To/Find tasks in notes with particular tag.md';
const sources = Object.keys(resolved).filter((path) => path !== edited);
if (sources.length === 0) console.log('No Obsidian link maps beside the project: oracle not run.');

const index = new NoteIndex();
const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };
if (sources.length > 0) {
  const vault = join(folder, 'vault');
  for (const name of readdirSync(vault, { recursive: true, encoding: 'utf8' })) {
    const path = name.split(sep).join('/');
    if (statSync(join(vault, name)).isDirectory()) continue;
    if (/\.(md|canvas)$/.test(path))
      index.update(path, readFileSync(join(vault, name), 'utf8'), stat);
    else index.setFile(path, stat);
  }
}

// Without any, this one is reported as skipped; a file without tests would fail.
test.skipIf(sources.length === 0)('Obsidian link maps are beside the project', () =>
  expect(sources).not.toEqual([]),
);

test.each(sources)('the links of %s lead where Obsidian says', (path) => {
  const map = linkMap(index, path);
  expect({
    resolved: Object.fromEntries(map?.resolved ?? []),
    unresolved: Object.fromEntries(map?.unresolved ?? []),
  }).toEqual({ resolved: resolved[path], unresolved: unresolved[path] ?? {} });
});
