// Changes the code in small ways and runs the tests that stand around it: a change that no test notices survives.
// `npm run mutants` takes every folder, `npm run mutants -- edit merge.ts` one of them, or some of its files.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { runBuilt } from './run-built.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Folders of src/engine, each with the tests that may notice. */
const folders = {
  edit: ['edit/*', 'index/relink'],
  journal: ['journal/*', 'steps/recover'],
  vault: ['vault/*', 'files', 'engine', 'steps/recover', 'quick-reading'],
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
  mutate(folder);
  results[folder] = inOrder({ ...results[folder], ...summarize(folder) });
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
}
await runBuilt('gen');

function mutate(folder) {
  const sources = readdirSync(`src/engine/${folder}`).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const files = names.length > 0 ? names : sources;
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
        MUTANT_FILES: files.map((name) => `src/engine/${folder}/${name}`).join(),
        MUTANT_TESTS: folders[folder].map((name) => `src/engine/${name}.test.ts`).join(),
      },
    },
  );
}

/** Counts for each file, and each survivor in words. */
function summarize(folder) {
  const { files } = JSON.parse(
    readFileSync(`test/mutants/reports/${folder}.incremental.json`, 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(files).map(([path, { source, mutants }]) => {
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
