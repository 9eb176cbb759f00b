// Builds and runs the benchmarks: all of them, or those that are named. With --tiny, those that need
// no programs of others run on very small vaults: a test of the benches, not of vaultd.
import { fileURLToPath } from 'node:url';
import { installPrograms } from './install.mjs';
import { runBuilt } from './run-built.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!process.argv.includes('--tiny')) installPrograms('bench');
await runBuilt('bench');
