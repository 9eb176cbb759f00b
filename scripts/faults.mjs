// Runs the fault tests at full counts (or --short) and prints a table.
import { fileURLToPath } from 'node:url';

process.argv.push('--all');
await import('./setup.mjs');
await import(new URL('../dist/faults.js', import.meta.url).href);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
