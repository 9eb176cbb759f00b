import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';

/** Installs Claude Code into test/claude-code, and runs the tests that need it. Returns the exit status. */
export function driveClaudeCode() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  // Its script only links to the program of this platform, which is a package of its own.
  installPackages(`${root}test/claude-code`, '--ignore-scripts');
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'test/ide/claude-code.test.ts'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
