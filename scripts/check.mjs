// Everything that CI does: format, lint, types, tests.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
  steps.push(['scripts/lint-plugin.mjs']);
  steps.push(['node_modules/vitest/vitest.mjs', 'run', '--project=shared', '--project=apart']);
}
for (const args of steps) execFileSync(process.execPath, args, { stdio: 'inherit' });
