import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawClient } from '../test/support/raw-client.ts';
import { until } from '../test/support/until.ts';
import type { FaultReport } from './support.ts';
import { atDaemon, patienceMs } from './witness.ts';

/** Patterns that take a lifetime on the text below in an engine that tries everything. */
const allPatterns = [
  ...['(a+)+$', '(a|a)*$', '(a|aa)+$', '(.*a){25}$', '([a-zA-Z]+)*$', '(a*)*b', '(x+x+)+y'],
  ...['^(([a-z])+.)+[A-Z]([a-z])+$', '(?=(a+))\\1+$', '(a+){10,}$', '(.*)(.*)(.*)(.*)(.*)z$'],
  ...['((a+)?)+$', '(\\w+\\s?)*$', '(?:a(?:a(?:a)?)?)+$', '(?<=(a+)+)$', '(a{1,50}){1,50}$'],
  ...['\\b(\\w+ ?)+\\b$', '(.+)+=', '^(a?){40}a{40}$', 'a'.repeat(1000), '('.repeat(1000)],
];

/** Few enough that each of them has its turn before a client would give up. */
const atOnce = 4;

/** Where a pattern of a user can get in. */
const questions: readonly ((pattern: string) => readonly [string, object])[] = [
  (pattern) => ['Search', { query: pattern, mode: 'regex' }],
  (pattern) => ['Search', { query: `/${pattern}/`, mode: 'obsidian' }],
  (pattern) => ['Query', { query: `LIST WHERE regexmatch(${JSON.stringify(pattern)}, a)` }],
  (pattern) => ['Search', { query: toRule('regexp', pattern), mode: 'jsonlogic' }],
  (pattern) => [
    'Search',
    { query: toRule('glob', pattern.replaceAll('+', '*')), mode: 'jsonlogic' },
  ],
  (pattern) => [
    'ReplaceInNote',
    { path: 'a.md', replacements: [{ search: pattern, replace: 'b', useRegex: true }] },
  ],
];

const toRule = (operator: string, pattern: string): string =>
  JSON.stringify({ [operator]: [pattern, { var: 'content' }] });

/** Patterns that would hang a thread, at every place that takes one: they end, and nobody waits. */
export async function hostilePatterns(isShort: boolean): Promise<FaultReport> {
  const patterns = isShort ? allPatterns.slice(0, 4) : allPatterns;
  const text = `${'a'.repeat(50_000)}!`;
  const plant = (root: string) => {
    for (let n = 0; n < 20; n++) {
      writeFileSync(join(root, `${n}.md`), `---\na: ${'a'.repeat(200)}!\n---\n${text}`);
    }
    writeFileSync(join(root, 'a.md'), text);
  };
  return atDaemon(plant, async ({ home, witness }) => {
    const losses = { unanswered: 0, stuck: 0, slow: 0 };
    const counts = { answered: 0, refused: 0, answers: 0, 'slowest answer ms': 0 };
    const client = await home.connect();
    for (const question of questions) {
      for (let n = 0; n < patterns.length; n += atOnce) {
        const some = patterns.slice(n, n + atOnce);
        for (const line of await Promise.all(some.map((each) => ask(client, question(each))))) {
          if (line === undefined) losses.stuck++;
          else counts[line.includes('"error"') ? 'refused' : 'answered']++;
        }
      }
    }
    client.close();
    await witness.end();
    losses.unanswered = witness.unanswered;
    if (witness.slowestMs > patienceMs) losses.slow = witness.slowestMs;
    counts.answers = witness.answers;
    counts['slowest answer ms'] = witness.slowestMs;
    const tried = questions.length * patterns.length;
    return { name: 'hostile patterns', rounds: tried, losses, counts };
  });
}

/** How long one of them may take on a busy machine: a minute is not for ever. */
const stuckMs = 90_000;
let lastId = 0;

async function ask(client: RawClient, [method, params]: readonly [string, object]) {
  const id = ++lastId;
  const isAnswer = (line: string) => line.startsWith(`{"id":${id},`);
  client.write(`${JSON.stringify({ id, method, params })}\n`);
  await until(() => client.lines.some(isAnswer), method, { timeoutMs: stuckMs }).catch(
    () => undefined,
  );
  return client.lines.find(isAnswer);
}
