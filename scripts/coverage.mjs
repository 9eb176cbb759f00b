// Runs the tests and writes what part of each folder they reach to docs/coverage.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPackages('.');
const flags = [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.include=src/**/*.ts',
  '--coverage.include=dashboard/**/*.{ts,tsx}',
  '--coverage.reporter=json-summary',
  '--coverage.reportOnFailure',
];
const args = ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...process.argv.splice(2)];
try {
  execFileSync(process.execPath, args, { stdio: 'inherit' });
} catch {
  // A test that fails still reaches code; the exit code tells of it.
  process.exitCode = 1;
}

/** What part of the code is reached, by folder: `src/doors/mcp`, `src/kit`. */
const folders = {};
const { total, ...files } = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8'));
for (const [file, counts] of Object.entries(files)) add(toFolder(relative('.', file)), counts);
const names = Object.keys(folders).sort();
add('all', total);
const rows = [...names, 'all'].map((name) => {
  const { lines, branches } = folders[name];
  return `| ${name} | ${share(lines)} | ${share(branches)} | ${lines[1]} |`;
});
const table = [
  '| folder | lines | branches | of so many lines |',
  '|---|---|---|---|',
  ...rows,
].join('\n');
process.stdout.write(`${table}\n`);
writeFileSync(
  'docs/coverage.md',
  `# What the tests reach

Lines and branches that run inside the test processes, as last measured by \`npm run coverage\`. The whole-daemon tests of \`test/\` start the built program as a user would; what only they reach runs in other processes and is not counted here, so the parts that start, listen and print look worse than they are.

${table}

A line that runs is not yet a line that is tested: [mutants.md](mutants.md) says how many changes of the code the tests notice.
`,
);

function share([reached, all]) {
  return all === 0 ? '' : `${((100 * reached) / all).toFixed(1)} %`;
}

function add(name, counts) {
  const before = folders[name] ?? { lines: [0, 0], branches: [0, 0] };
  const sum = (kind) => [
    before[kind][0] + counts[kind].covered,
    before[kind][1] + counts[kind].total,
  ];
  folders[name] = { lines: sum('lines'), branches: sum('branches') };
}

function toFolder(file) {
  const parts = file.split('/').slice(0, -1);
  const depth = parts[0] !== 'src' ? 1 : ['engine', 'doors'].includes(parts[1]) ? 3 : 2;
  return parts.slice(0, depth).join('/');
}
