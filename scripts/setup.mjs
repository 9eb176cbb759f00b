// Makes a fresh clone ready: installs packages when the lock file has changed, then builds.
// With --tests, installs a browser, a database and the programs of others that tests run against ours as well,
// and leaves the build to the test run, which builds more.
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { installPackages, installPrograms } from './install.mjs';
import { linkPackagedPostgres } from './postgres.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPackages('.');
if (process.argv.includes('--tests')) {
  installPrograms('test/tools');
  linkPackagedPostgres();
  ensureBrowser();
} else await import('./build.mjs');
