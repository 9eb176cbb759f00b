// Runs `npm test` again and again: npm run test:loop -- 10 [--busy] [FILTER…]. A line a run: result, seconds.
// With --busy, every core has something else to do as well.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isBusy = process.argv.includes('--busy');
const [count = '10', ...filters] = process.argv.slice(2).filter((word) => word !== '--busy');
const runs = Number(count);
if (!Number.isInteger(runs) || runs < 1) {
  process.stderr.write('Usage: npm run test:loop -- [COUNT] [--busy] [FILTER…]\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'vaultd-loop-'));
const load = isBusy
  ? Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    )
  : [];
process.once('exit', () => {
  for (const child of load) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

let failures = 0;
for (let run = 1; run <= runs; run++) {
  const startMs = performance.now();
  const { code, report, said } = await runTests(join(folder, `${run}.json`));
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const failed = failedTests(report);
  if (code !== 0) failures++;
  const result = code === 0 ? 'passed' : 'FAILED';
  const counts = report ? `${report.numPassedTests} tests` : 'no report';
  process.stdout.write(`${run}  ${result}  ${seconds} s  ${counts}${isBusy ? '  busy' : ''}\n`);
  for (const name of failed) process.stdout.write(`   ${name}\n`);
  if (code !== 0 && failed.length === 0) process.stdout.write(`${said.slice(-4000)}\n`);
}
process.stdout.write(`${runs - failures} of ${runs} runs passed.\n`);
// What keeps the cores busy would keep this process alive, too.
process.exit(failures === 0 ? 0 : 1);

function runTests(file) {
  const flags = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...args, 'test', '--', ...flags, ...filters], { cwd: root });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said, report: readReport(file) }));
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Each failure with the first line of what it said, and files that failed outside of a test. */
function failedTests(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(root, '');
    const failed = assertionResults.filter((each) => each.status === 'failed');
    const lines = failed.map(
      ({ fullName, failureMessages: [why = ''] }) => `${file}: ${fullName}: ${why.split('\n')[0]}`,
    );
    return status === 'failed' && lines.length === 0 ? [`${file}: ${message}`] : lines;
  });
}
