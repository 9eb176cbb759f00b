// Makes a fresh clone ready: installs packages when the lock file has changed, then builds.
// With --tests, also a browser and the programs of others that tests run against ours.
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { installPackages, installPrograms } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPackages('.');
if (process.argv.includes('--tests')) {
  installPrograms('test/tools');
  ensureBrowser();
}
await import('./build.mjs');
