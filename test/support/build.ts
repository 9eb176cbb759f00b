import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../scripts/browser.mjs';

/** Worker threads and child processes run the built files, so every test run builds first. */
export default function build(): void {
  if (findBrowser() === undefined) {
    process.stdout.write(
      'NO BROWSER HERE: the tests of the dashboard are not run (in CI they fail). Install Chromium, or set CHROMIUM_PATH.\n',
    );
  }
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url)), '--all'],
    {
      stdio: 'inherit',
    },
  );
}
