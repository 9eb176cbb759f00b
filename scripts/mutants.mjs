// Changes the code in small ways and runs the tests that stand around it: a change that no test notices survives.
// `npm run mutants` takes every folder, `npm run mutants -- text/edit merge.ts` one of them, or some of its files.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { runBuilt } from './run-built.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Folders of src/engine, each with the tests that may notice. */
const folders = {
  'text/edit': () => ['text/edit/**/*', 'knowledge/index/links/relink'],
  'store/journal': () => ['store/journal/*', 'store/steps/recover'],
  // Each file has its own: other tests would only wait, for as long as a test may, for what is broken below them.
  'store/vault': (name) =>
    (vaultTests[name] ?? [name.replace(/\.ts$/, '')]).map((test) => `store/vault/${test}`),
};
const vaultTests = {
  'anchor.ts': ['anchor-elsewhere', 'anchor-open', 'reading'],
  'canonical.ts': ['reading'],
  'disk.ts': ['disk', 'disk-changes', 'reading'],
  'hash.ts': ['vault-id'],
};
const resultsFile = 'test/mutants/results.json';

const [wanted, ...names] = process.argv.splice(2);
if (wanted !== undefined && !(wanted in folders)) {
  process.stderr.write(
    `There is no "${wanted}". Name one of: ${Object.keys(folders).join(', ')}.\n`,
  );
  process.exit(2);
}
// The test runner is ours: a second copy of it would not know our tests.
installPackages('test/mutants', '--ignore-scripts', '--legacy-peer-deps');
const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
for (const folder of wanted === undefined ? Object.keys(folders) : [wanted]) {
  for (const [tests, files] of groupsOf(folder)) {
    // A machine that stands still for a while lets some mutants fail to run; those are tried again.
    for (const again of [false, true, true]) {
      if (!again || findUnsure(folder, files).length > 0) mutate(folder, files, tests, again);
    }
    results[folder] = inOrder({ ...results[folder], ...summarize(folder, files) });
    writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  }
}
await runBuilt('gen');

/** Files to be mutated, with the tests for them. */
function groupsOf(folder) {
  const sources = readdirSync(`src/engine/${folder}`, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.ts$/.test(name),
  );
  const groups = new Map();
  for (const name of names.length > 0 ? names : sources) {
    const tests = folders[folder](name)
      .map((test) => `src/engine/${test}.test.ts`)
      .join();
    groups.set(tests, [...(groups.get(tests) ?? []), `src/engine/${folder}/${name}`]);
  }
  return groups;
}

function mutate(folder, files, tests, again) {
  execFileSync(
    process.execPath,
    [
      'test/mutants/node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      'test/mutants/stryker.config.mjs',
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTANT_FOLDER: folder,
        MUTANT_FILES: files.join(),
        MUTANT_TESTS: tests,
        MUTANT_AGAIN: again ? 'yes' : '',
      },
    },
  );
}

/** Counts for each file, and each survivor in words. */
function summarize(folder, paths) {
  const found = Object.entries(readReport(folder)).filter(([path]) => paths.includes(path));
  return Object.fromEntries(
    found.map(([path, { source, mutants }]) => {
      const alive = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
      const dead = mutants.filter(({ status }) => ['Killed', 'Timeout'].includes(status));
      const survivors = alive.map(({ location, replacement }) => ({
        line: location.start.line,
        was: toWords(cut(source, location)),
        is: toWords(replacement),
      }));
      return [path, { killed: dead.length, survivors }];
    }),
  );
}

/** Mutants that are neither dead nor alive. */
function findUnsure(folder, paths) {
  const report = readReport(folder);
  const mutants = paths.flatMap((path) => report[path]?.mutants ?? []);
  return mutants.filter(({ status }) => /Error|Pending/.test(status));
}

function readReport(folder) {
  const file = `test/mutants/reports/${folder.replace('/', '-')}.incremental.json`;
  return JSON.parse(readFileSync(file, 'utf8')).files;
}

/** Files that are still there, by name. */
function inOrder(files) {
  const there = Object.entries(files).filter(([path]) => existsSync(path));
  return Object.fromEntries(there.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function cut(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

/** On one line, and short. */
function toWords(code) {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
}
