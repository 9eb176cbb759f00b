// Makes a fresh clone ready: installs packages when the lock file has changed, then builds.
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPackages('.');
await import('./build.mjs');
