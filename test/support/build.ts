import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Worker threads and child processes run the built files, so every test run builds first. */
export default function build(): void {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url)), '--all'],
    {
      stdio: 'inherit',
    },
  );
}
