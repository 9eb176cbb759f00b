// Everything that CI does: format, lint, types, tests.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPrograms } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isStatic = process.argv.includes('--static');
process.argv.push('--tests');
await import('./setup.mjs');

const steps = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['node_modules/typescript/bin/tsc', '-p', 'dashboard/tsconfig.json'],
  ['node_modules/typescript/bin/tsc', '-p', 'plugin/tsconfig.json'],
  ['node_modules/typescript/bin/tsc', '-p', 'plugin/tsconfig.oldest.json'],
];
if (!isStatic) {
  steps.push(['node_modules/vitest/vitest.mjs', 'run', '--project=shared', '--project=apart']);
}
for (const args of steps) execFileSync(process.execPath, args, { stdio: 'inherit' });
if (!isStatic) lintPlugin();

/** The rules of Obsidian's vendor, which need an older compiler and so packages of their own. */
function lintPlugin() {
  installPrograms('plugin/lint');
  const eslint = 'lint/node_modules/eslint/bin/eslint.js';
  if (!existsSync(`plugin/${eslint}`)) return;
  const args = [eslint, '-c', 'lint/eslint.config.mjs', '--max-warnings', '0', 'src'];
  execFileSync(process.execPath, args, { stdio: 'inherit', cwd: 'plugin' });
}
