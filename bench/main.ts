import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Ran, runApart } from './apart.ts';
import { benches } from './benches.ts';
import { toGoals } from './goals.ts';
import { missedRows, regressions } from './report.ts';
import { form } from './scale.ts';
import { readResults, storeResults } from './store.ts';
import { toTable } from './table.ts';
import { alone, findFlaws } from './tiny.ts';

/** `npm run bench [NAME...] [--short] [--tiny] [--store] [--million] [--json FILE]` */
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    million: { type: 'boolean' },
    short: { type: 'boolean' },
    store: { type: 'boolean' },
    tiny: { type: 'boolean' },
  },
});
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  say(`There is no bench "${unknown}". Name some of: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const flags = (['million', 'short', 'tiny'] as const)
  .filter((flag) => options[flag])
  .map((flag) => `--${flag}`);
const before = readResults();
const done: Ran[] = [];
const all = options.tiny ? alone : Object.keys(benches);
for (const bench of named.length > 0 ? named : all) {
  const ran = await runApart(bench, flags, ({ what, ratio, ok }) =>
    say(`  ${ok ? 'reached' : 'missed '}  ${ratio.toPrecision(3)} ×  ${what}`),
  );
  const { rows, seconds, failure } = ran;
  say(`${bench}: ${failure ?? `${rows.length} rows`}, ${Math.round(seconds)} s`);
  done.push(ran);
  // After each, so that a run which is broken off keeps what it has found.
  if (options.store) storeResults(ran);
}

const rows = done.flatMap(({ bench, rows }) => rows.map((row) => ({ ...row, bench })));
print(toTable(rows));
if (named.length === 0) print(toGoals(rows));
list('Missed', missedRows(rows));
if (form === 'full') list('Worse than stored', regressions(before, rows));
const failed = done.filter(({ failure }) => failure !== undefined);
list(
  'Failed',
  failed.map(({ bench, failure }) => `${bench} ${failure}`),
);
print(
  `${rows.length} rows in ${Math.round(done.reduce((sum, { seconds }) => sum + seconds, 0))} s.`,
);
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
}
const flaws = options.tiny ? done.flatMap(findFlaws) : [];
list('Broken benches', flaws);
if (failed.length + flaws.length > 0) process.exitCode = 1;

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) print(`${title}:\n- ${lines.join('\n- ')}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
