// Makes a fresh clone ready: installs packages when the lock file has changed, then builds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const stamp = 'node_modules/.vaultd-setup';
const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(process.version)
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== wanted) {
  // npm tells its scripts where it lives; calling it through node works on every platform.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`: it refuses a lock file that was made where packages of other platforms were not to be had.
  execFileSync(
    command,
    [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: ['ignore', process.stderr, 'inherit'],
      env: { ...process.env, NODE_ENV: 'development' },
    },
  );
  writeFileSync(stamp, wanted);
}

await import('./build.mjs');
