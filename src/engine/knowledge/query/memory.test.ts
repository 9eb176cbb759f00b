import { expect, test } from 'vitest';
import { liveHeap } from '../../../../bench/live-heap.ts';
import { until } from '../../../../test/support/until.ts';
import { systemClock } from '../../../kit/clock.ts';
import { NoteIndex } from '../index/note-index.ts';
import { readSettings } from '../index/settings.ts';
import { FieldMemory } from './page/field-memory.ts';
import { QueryRunner } from './query-runner.ts';
import type { Question } from './questions.ts';
import { loadCalendars } from './values/calendars.ts';

const count = 6000;
const columns = 24;
const megabyte = 1024 * 1024;

/** What the fields of all notes would take as values is far more than any query here may use. */
const index = new NoteIndex();
for (let note = 0; note < count; note++) {
  const fields = Array.from(
    { length: columns },
    (_, column) => `field${column}: "what note ${note} says in column ${column}, at some length"`,
  );
  const text = ['---', `rating: ${(note * 7919) % 100}`, ...fields, '---', '#topic'].join('\n');
  const stat = { size: text.length, mtime: note, mtimeNs: BigInt(note), birthtime: note };
  index.update(`notes/${note}.md`, text, stat);
}
await loadCalendars();

const settings = readSettings(() => undefined);

function open(fieldMemory: FieldMemory): QueryRunner {
  const about = { settings: () => settings, readConfig: () => undefined, clock: systemClock };
  return new QueryRunner({ index, mayRead: () => true, ...about, fieldMemory });
}

const dql = (text: string): Question => ({ kind: 'dql', text });
const base = (view: string): Question => ({
  kind: 'base',
  text: `formulas:\n  joined: field3 + field4\nviews:\n  - type: table\n    name: V\n${view}`,
});

const questions: Readonly<Record<string, Question>> = {
  'a table of a few rows': dql('TABLE field1 WHERE rating = 3 SORT field2 DESC LIMIT 20'),
  'a table by tag': dql('TABLE field1 FROM #topic WHERE rating < 90 SORT field2 LIMIT 20'),
  'groups that are counted': dql('TABLE length(rows) GROUP BY rating'),
  'groups that are summed up': dql('TABLE sum(rows.rating), min(rows.field5) GROUP BY rating > 50'),
  'rows that are taken apart': dql('LIST FLATTEN file.etags AS tag WHERE field1 = "x"'),
  'a base of a few rows': base('    filters: rating == 3\n    order: [file.name, field1]\n'),
  'a base that sorts by a formula': base(
    '    limit: 20\n    order: [formula.joined]\n    sort:\n      - property: formula.joined\n        direction: DESC\n',
  ),
  'a rule': { kind: 'rule', logic: { '==': [{ var: 'frontmatter.rating' }, 3] } },
};

/** Every note has a handle of its own: its page, and its row. Fields are what makes notes large. */
const handles = count * 600;

for (const [name, question] of Object.entries(questions)) {
  test(`${name}: memory goes with the answer and a limit, not with all fields of all notes`, async () => {
    const keptMax = megabyte;
    index.releasePages();
    const before = liveHeap();
    const answering = open(new FieldMemory(keptMax));
    let peak = 0;
    // A sample takes a while, and the query goes on only in between.
    const sampling = setInterval(() => {
      peak = Math.max(peak, liveHeap() - before);
    }, 100);
    const { data } = await answering.ask(question, { timeoutMs: 300_000 });
    clearInterval(sampling);
    const answer = JSON.stringify(data).length;
    expect(answer).toBeGreaterThan(0);
    const left = liveHeap() - before;
    const allowed = handles + 2 * keptMax + 20 * answer;
    expect(left).toBeLessThan(allowed);
    // A base holds what it works with while it does.
    expect(peak).toBeLessThan(allowed + 8 * megabyte);
  });
}

test('the same fields without a limit take more than all that', async () => {
  index.releasePages();
  const before = liveHeap();
  const answering = open(new FieldMemory(1000 * megabyte));
  await answering.ask(questions['a table of a few rows'] ?? dql('LIST'), { timeoutMs: 300_000 });
  expect(liveHeap() - before).toBeGreaterThan(handles + 4 * megabyte);
  index.releasePages();
});

test('what was computed from pages goes when they are released', async () => {
  index.releasePages();
  const before = liveHeap();
  const taken = await (async () => {
    const runner = open(new FieldMemory(1000 * megabyte));
    await runner.ask(dql('TABLE field1 SORT field2 LIMIT 1'), { timeoutMs: 300_000 });
    return liveHeap() - before;
  })();
  index.releasePages();
  expect(taken).toBeGreaterThan(handles);
  // A compiler in the background may hold some of it for a moment.
  await until(() => liveHeap() - before < taken / 2, 'what was taken to go');
});
