// Builds and runs the fault tests at full counts (--short for the counts of the tests).
import { fileURLToPath } from 'node:url';
import { installPrograms } from './install.mjs';
import { runBuilt } from './run-built.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.argv.includes('peers')) installPrograms('bench');
await runBuilt('faults');
