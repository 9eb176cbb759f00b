// Asks Dataview's own parser which queries it accepts, for `test/query/dataview-verdicts.golden.json`.
// The queries are those of the example vault, and versions of them with small faults from a fixed seed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's dependencies are not installed: its parser stands in one file and needs none of them. */
const release = 'obsidian-dataview@0.5.68';
const wanted = { true: 300, false: 300 };

const root = fileURLToPath(new URL('..', import.meta.url));
const accepts = await parserOf(release);
const queries = exampleQueries();
const words = queries.flatMap(wordsOf);
const verdicts = new Map(queries.map((query) => [query, accepts(query)]));
const random = randomFrom(23);
const left = { ...wanted };
while (left.true + left.false > 0) {
  const query = spoil(queries[random(queries.length)]);
  const verdict = accepts(query);
  if (verdicts.has(query) || left[verdict] === 0) continue;
  verdicts.set(query, verdict);
  left[verdict] -= 1;
}
const lines = [...verdicts].map((entry) => JSON.stringify(entry)).join(',\n');
writeFileSync(join(root, 'test/query/dataview-verdicts.golden.json'), `[\n${lines}\n]\n`);
process.stdout.write(`${verdicts.size} queries, as ${release} takes them.\n`);

async function parserOf(name) {
  const folder = mkdtempSync(join(tmpdir(), 'dataview-'));
  try {
    execFileSync('npm', ['pack', name, '--silent'], { cwd: folder });
    execFileSync('tar', ['xzf', readdirSync(folder)[0]], { cwd: folder });
    const code = readFileSync(join(folder, 'package/lib/index.js'), 'utf8');
    const exported = {};
    new Function('exports', 'require', code)(exported, () => ({}));
    return (query) => exported.QUERY_LANGUAGE.query.parse(query).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function exampleQueries() {
  const vault = join(root, 'example-vault');
  const notes = readdirSync(vault, { recursive: true }).filter((name) => name.endsWith('.md'));
  const texts = notes.sort().map((name) => readFileSync(join(vault, name), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/^```dataview\n(.*?)\n```$/gms)].map(([, query]) => query),
  );
}

function wordsOf(query) {
  return query.match(/\s+|[\p{L}\p{N}_]+|./gsu) ?? [];
}

/** One to three words left out, put in, replaced, swapped, said twice or written in another case. */
function spoil(query) {
  const parts = wordsOf(query);
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const at = random(parts.length);
    const other = random(parts.length);
    const word = words[random(words.length)];
    const changes = [
      () => parts.splice(at, 1),
      () => parts.splice(at, 0, word),
      () => parts.splice(at, 1, word),
      () => ([parts[at], parts[other]] = [parts[other], parts[at]]),
      () => parts.splice(at, 0, ...parts.slice(other, other + 4)),
      () => parts.splice(at, 1, turned(parts[at])),
    ];
    changes[random(changes.length)]();
  }
  return parts.join('');
}

function turned(word) {
  const upper = word.toUpperCase();
  return word === upper ? word.toLowerCase() : upper;
}

/** The same numbers on every machine (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
