// Builds and runs the benchmarks: all of them, or those that are named.
import { fileURLToPath } from 'node:url';
import { installPrograms } from './install.mjs';
import { runBuilt } from './run-built.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPrograms('bench');
await runBuilt('bench');
