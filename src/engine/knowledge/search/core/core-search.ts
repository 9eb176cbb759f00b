import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import { createPace } from '../../../../kit/pace.ts';
import type { RegexRunner, RegexRunOptions } from '../regex/regex-runner.ts';
import { candidates, findHits, pageOf } from '../text/hits.ts';
import { describeMatches, findRanges, type MatchRange, mergeRanges } from '../text/matches.ts';
import { type NoteStore, openNote, type PlacedNote } from '../text/note-store.ts';
import type { StoredNote } from '../text/stored-note.ts';
import type { CoreSearchQuery, PageOfHits, SearchScope, TextHit } from '../types.ts';
import { findAtoms, toCondition, toRegex } from './core-condition.ts';
import { matchesCore, type PatternAnswers } from './core-match.ts';
import { CoreNote } from './core-note.ts';
import { type CoreQuery, parseCoreQuery } from './core-syntax.ts';

/** Notes that fulfil a query in Obsidian's own search language, in the order of their paths. */
export async function searchCore(
  store: NoteStore,
  runner: RegexRunner,
  asked: CoreSearchQuery,
  scope: SearchScope,
): Promise<PageOfHits<TextHit>> {
  const query = checkQuery(asked.query);
  const { condition, exact } = toCondition(query);
  const options = scope.signal === undefined ? {} : { signal: scope.signal };
  const done = store.startReading();
  try {
    const hits = exact
      ? await findHits(store, condition, scope)
      : await readCandidates(store, runner, query, candidates(store, condition, scope), options);
    const { notes, ...page } = pageOf(store, hits, scope, asked);
    const found = await describeHits(runner, query, notes, asked, options);
    return { hits: found, ...page };
  } finally {
    done();
  }
}

function checkQuery(text: string): CoreQuery {
  const query = text.length > searchLimits.termLengthMax ? undefined : parseCoreQuery(text);
  if (query === undefined || (query.type === 'all' && query.items.length === 0)) {
    throw new VaultError('invalid-input', 'There is nothing to search for, or too much.', {
      reason: 'query-required',
      hint: `Give a query of at most ${searchLimits.termLengthMax} characters.`,
    });
  }
  return query;
}

/** Notes that are read together, so that their patterns run together. */
const batchNotes = 256;

async function readCandidates(
  store: NoteStore,
  runner: RegexRunner,
  query: CoreQuery,
  notes: readonly PlacedNote[],
  options: RegexRunOptions,
): Promise<PlacedNote[]> {
  const hits: PlacedNote[] = [];
  const pace = createPace(options.signal);
  for (let from = 0; from < notes.length; from += batchNotes) {
    const batch: { placed: PlacedNote; note: CoreNote }[] = [];
    for (const placed of notes.slice(from, from + batchNotes)) {
      const path = store.pathOf(placed.slot);
      if (path !== undefined) batch.push({ placed, note: new CoreNote(openNote(path, placed)) });
    }
    const patterns = new Patterns();
    const isHit: boolean[] = [];
    for (const [i, { note }] of batch.entries()) {
      isHit[i] = matchesCore(query, note, patterns);
      if (pace.isDue()) await pace.pause();
    }
    const isAgain = await patterns.run(runner, options);
    batch.forEach(({ placed, note }, i) => {
      if (isAgain ? matchesCore(query, note, patterns) : isHit[i]) hits.push(placed);
    });
  }
  return hits;
}

/** Collects the texts to test first, and has the answers after a run, which can be stopped. */
class Patterns implements PatternAnswers {
  readonly #asked = new Map<string, { source: string; matchCase: boolean; texts: Set<string> }>();
  readonly #answers = new Map<string, Map<string, boolean>>();

  has(source: string, matchCase: boolean, text: string): boolean {
    const key = `${matchCase}${source}`;
    const known = this.#answers.get(key)?.get(text);
    if (known !== undefined) return known;
    const asked = this.#asked.get(key) ?? { source, matchCase, texts: new Set() };
    asked.texts.add(text);
    this.#asked.set(key, asked);
    return false;
  }

  /** False when there was nothing to run. */
  async run(runner: RegexRunner, options: RegexRunOptions): Promise<boolean> {
    for (const [key, { source, matchCase, texts }] of this.#asked) {
      const list = [...texts];
      const answers = await runner.test(toRegex(source, matchCase), { texts: list }, options);
      this.#answers.set(key, new Map(list.map((text, i) => [text, answers[i] ?? false])));
    }
    return this.#asked.size > 0;
  }
}

async function describeHits(
  runner: RegexRunner,
  query: CoreQuery,
  notes: readonly StoredNote[],
  { matchesMax = 10, contextLines = 0 }: CoreSearchQuery,
  options: RegexRunOptions,
): Promise<TextHit[]> {
  const { needles, patterns } = findAtoms(query);
  const ranges: MatchRange[][] = notes.map((note) => findRanges(note, needles, 'either'));
  const texts = notes.map(({ text }) => text);
  const unseen = notes.map(() => 0);
  for (const pattern of patterns) {
    const found = await runner.find(pattern, { texts }, matchesMax, options);
    found.forEach(({ spans, total }, i) => {
      unseen[i] = (unseen[i] ?? 0) + total - spans.length / 2;
      for (let at = 0; at < spans.length; at += 2) {
        ranges[i]?.push({ subject: 'text', start: spans[at] ?? 0, end: spans[at + 1] ?? 0 });
      }
    });
  }
  return notes.map((note, i) => {
    const sorted = mergeRanges(ranges[i] ?? []);
    const shown = describeMatches(note, sorted.slice(0, matchesMax), contextLines);
    return { path: note.path, matches: shown, total: sorted.length + (unseen[i] ?? 0) };
  });
}
