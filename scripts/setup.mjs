// Makes a fresh clone ready: installs packages when the lock file has changed, then builds.
// With --tests, also the programs of others that tests run against ours.
import { fileURLToPath } from 'node:url';
import { installPackages, installPrograms } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPackages('.');
if (process.argv.includes('--tests')) installPrograms('test/tools');
await import('./build.mjs');
