import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pages } from './pages.ts';

for (const { path, make } of pages) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), make());
  process.stdout.write(`${path}\n`);
}
