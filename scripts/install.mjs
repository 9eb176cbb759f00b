import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages that a folder names, when its lock file or our Node has changed since the last time. */
export function installPackages(folder, ...flags) {
  const stamp = join(folder, 'node_modules/.vaultd-setup');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(process.version)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write(
    `Installing packages${folder === '.' ? '' : ` for ${folder}`}. The first time, this takes a minute or two.\n`,
  );
  // npm tells its scripts where it lives; calling it through node works on every platform.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`: it refuses a lock file that was made where packages of other platforms were not to be had.
  const always = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(command, [...args, ...always, ...flags], {
    cwd: folder,
    stdio: ['ignore', process.stderr, 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  writeFileSync(stamp, wanted);
}

/** The same for programs of others, whose scripts we do not run and without which we still work. */
export function installPrograms(folder) {
  try {
    installPackages(folder, '--ignore-scripts');
  } catch {
    process.stderr.write(
      `Cannot install the packages of ${folder}. Tests that need them will be skipped.\n`,
    );
  }
}
