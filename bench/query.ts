import { limits } from '../src/contract/limits.ts';
import { IndexedPages } from '../src/engine/knowledge/index/facts/pages.ts';
import { NoteIndex } from '../src/engine/knowledge/index/note-index.ts';
import { parseQuery } from '../src/engine/knowledge/query/dql/parse.ts';
import { runQuery } from '../src/engine/knowledge/query/dql/run.ts';
import { createEnv } from '../src/engine/knowledge/query/env.ts';
import { Pages, type PageValue } from '../src/engine/knowledge/query/page/pages.ts';
import { guardedPatterns } from '../src/engine/knowledge/query/patterns.ts';
import { loadCalendars } from '../src/engine/knowledge/query/values/calendars.ts';
import { finish } from '../test/support/query.ts';
import { liveHeap } from './live-heap.ts';
import { compete, judged, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';

const count = scaled(100_000);
const zone = 'UTC';

/** Queries over a large vault beside loops that somebody would write by hand over the same rows. */
export async function benchQuery(): Promise<Row[]> {
  await loadCalendars();
  const pages = new Pages(new IndexedPages(fillIndex(), () => true), zone);
  const patterns = guardedPatterns();
  const ask = (text: string): number => {
    const env = createEnv({ pages, patterns, from: '', nowMs: 0 });
    const query = parseQuery(text, { nowMs: 0, zone });
    const { answer } = finish(runQuery(query, { pages, env, from: '' }));
    return answer.type === 'table' ? answer.values.length : 0;
  };
  const rest = 'WHERE status = "open" AND rating > 50 SORT rating DESC LIMIT 20';
  return [
    await compete({
      what: `query: TABLE with a tag, two conditions, a sort and a limit, ${count.toLocaleString('en')} notes`,
      unit: 'ms',
      beside: 'hand-written loop over the same rows',
      reach: { atMost: 2 },
      ours: () => millis(20, () => ask(`TABLE rating, status FROM #topic ${rest}`)),
      theirs: () => millis(20, () => byHand(pages.withTag('#topic'))),
    }),
    await compete({
      what: 'query: the same without a source that narrows',
      unit: 'ms',
      beside: 'hand-written loop over the same rows',
      reach: { atMost: 3 },
      ours: () => millis(5, () => ask(`TABLE rating, status ${rest}`)),
      theirs: () => millis(5, () => byHand(pages.all())),
    }),
    memoryOfQuery(),
  ];
}

/** What is in use after a query that looked at every field of every note, and answered with 20 rows. */
function memoryOfQuery(): Row {
  const pages = new Pages(new IndexedPages(fillIndex(wideFields), () => true), zone);
  const env = createEnv({ pages, patterns: guardedPatterns(), from: '', nowMs: 0 });
  const query = parseQuery('TABLE field3 WHERE rating > 50 SORT field4 LIMIT 20', {
    nowMs: 0,
    zone,
  });
  const before = liveHeap();
  const { answer } = finish(runQuery(query, { pages, env, from: '' }));
  const after = liveHeap();
  if (answer.type !== 'table' || answer.values.length !== 20) throw new Error('no 20 rows');
  return judged({
    what: 'query: memory that a table of 20 rows leaves in use, 100,000 notes with 23 fields',
    unit: 'MB',
    beside: 'limit of what is kept of fields, and 256 bytes for each note',
    theirs: (limits.queryKeptBytesMax + 256 * count) / 1e6,
    ours: (after - before) / 1e6,
    reach: { atMost: 1 },
  });
}

function byHand(rows: readonly PageValue[]): number {
  const found: PageValue[] = [];
  for (const row of rows) {
    if (row.get('status') === 'open' && Number(row.get('rating')) > 50) found.push(row);
  }
  found.sort((a, b) => Number(b.get('rating')) - Number(a.get('rating')));
  return found.slice(0, 20).map((row) => [row.page.path, row.get('rating'), row.get('status')])
    .length;
}

async function millis(times: number, run: () => number): Promise<number> {
  const seconds = await secondsOf(() => {
    for (let i = 0; i < times; i++) run();
  });
  return (seconds * 1000) / times;
}

const wideFields = (note: number): string[] =>
  Array.from({ length: 20 }, (_, at) => `field${at}: what note ${note} says in column ${at}`);

function fillIndex(moreFields: (note: number) => readonly string[] = () => []): NoteIndex {
  const index = new NoteIndex();
  for (let i = 0; i < count; i++) {
    const text = [
      '---',
      `tags: [${i % 10 === 0 ? 'topic' : 'other'}]`,
      `status: ${i % 3 === 0 ? 'open' : 'done'}`,
      `rating: ${(i * 7919) % 100}`,
      ...moreFields(i),
      '---',
      `Text with [[note ${(i + 1) % count}]].`,
    ].join('\n');
    const stat = { size: text.length, mtime: i, mtimeNs: BigInt(i) * 1_000_000n, birthtime: i };
    index.update(`area-${i % 23}/note ${i}.md`, text, stat);
  }
  return index;
}
