// Checks the plugin by the rules of Obsidian's vendor, which need an older compiler and so packages of their own.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPrograms } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPrograms('plugin/lint');
const eslint = 'lint/node_modules/eslint/bin/eslint.js';
if (existsSync(`plugin/${eslint}`)) {
  const args = [eslint, '-c', 'lint/eslint.config.mjs', '--max-warnings', '0', 'src'];
  execFileSync(process.execPath, args, { stdio: 'inherit', cwd: 'plugin' });
} else if (process.env.CI) {
  process.stderr.write('The plugin was not checked.\n');
  process.exitCode = 1;
}
