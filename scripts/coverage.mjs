// Runs the tests and stores what part of each folder they reach, for docs/coverage.md.
// `npm run coverage` takes everything; `npm run coverage -- src/engine/text/edit src/kit` only these folders, with the tests beside their code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { runBuilt } from './run-built.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
installPackages('.');
const resultsFile = 'test/coverage.json';
const wanted = process.argv.splice(2);
const covered = wanted.length > 0 ? wanted : ['src', 'dashboard'];
const flags = [
  '--coverage.enabled',
  '--coverage.provider=v8',
  ...covered.map((folder) => `--coverage.include=${folder}/**/*.{ts,tsx}`),
  '--coverage.reporter=json-summary',
  '--coverage.reportOnFailure',
];
const args = ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...wanted];
try {
  execFileSync(process.execPath, args, { stdio: 'inherit' });
} catch {
  // A test that fails still reaches code; the exit code tells of it.
  process.exitCode = 1;
}

/** What part of the code is reached, by folder: `src/protocols/mcp`, `src/kit`. */
const folders = {};
const { total: _total, ...files } = JSON.parse(
  readFileSync('coverage/coverage-summary.json', 'utf8'),
);
for (const [file, counts] of Object.entries(files)) add(toFolder(relative('.', file)), counts);
const before = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
const results = wanted.length > 0 ? { ...before, ...folders } : folders;
const inOrder = Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`);
await runBuilt('gen');

function add(name, counts) {
  const sum = folders[name] ?? {
    tests: wanted.length > 0 ? 'own' : 'all',
    lines: [0, 0],
    branches: [0, 0],
  };
  for (const kind of ['lines', 'branches']) {
    sum[kind] = [sum[kind][0] + counts[kind].covered, sum[kind][1] + counts[kind].total];
  }
  folders[name] = sum;
}

function toFolder(file) {
  const parts = file.split('/').slice(0, -1);
  const depth =
    parts[0] !== 'src' ? 1 : parts[1] === 'engine' ? 4 : parts[1] === 'protocols' ? 3 : 2;
  return parts.slice(0, depth).join('/');
}
