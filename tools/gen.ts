import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readResults, writeResults } from '../bench/store.ts';
import { pages } from './pages.ts';

for (const { path, make } of pages) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), await make());
  process.stdout.write(`${path}\n`);
}
const results = readResults();
if (results !== undefined) writeResults(results);
