import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import type { RegexRunner, RegexRunOptions } from '../regex/regex-runner.ts';
import { HitList } from '../text/hit-list.ts';
import { candidates, findHits, pageOf, Rest } from '../text/hits.ts';
import { describePlaces, findPlaces, type Stretch } from '../text/matches.ts';
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
      : await sortOut(store, runner, query, candidates(store, condition, scope), options);
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

async function sortOut(
  store: NoteStore,
  runner: RegexRunner,
  query: CoreQuery,
  notes: HitList,
  options: RegexRunOptions,
): Promise<HitList> {
  const hits = new HitList();
  const rest = new Rest(options.signal);
  for (let from = 0; from < notes.length; from += batchNotes) {
    const batch: { placed: PlacedNote; note: CoreNote }[] = [];
    for (let i = from; i < Math.min(notes.length, from + batchNotes); i++) {
      const placed = notes.at(i);
      const path = store.pathOf(placed.slot);
      if (path !== undefined) batch.push({ placed, note: new CoreNote(openNote(path, placed)) });
    }
    const patterns = new Patterns();
    const isHit: boolean[] = [];
    for (const [i, { note }] of batch.entries()) {
      isHit[i] = matchesCore(query, note, patterns);
      if (rest.isDue()) await rest.take();
    }
    const isAgain = await patterns.run(runner, options);
    batch.forEach(({ placed, note }, i) => {
      if (isAgain ? matchesCore(query, note, patterns) : isHit[i]) hits.add(placed);
    });
  }
  return hits;
}

/** Notes questions first and knows the answers after a run, which can be stopped. */
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
  { matchesMax = 10, context = { characters: 100 } }: CoreSearchQuery,
  options: RegexRunOptions,
): Promise<TextHit[]> {
  const { needles, patterns } = findAtoms(query);
  const places: Stretch[][] = notes.map((note) =>
    needles.flatMap((needle) => findPlaces(note, [needle], 'either', 0)),
  );
  const texts = notes.map(({ text }) => text);
  const unseen = notes.map(() => 0);
  for (const pattern of patterns) {
    const found = await runner.find(pattern, { texts }, matchesMax, options);
    found.forEach(({ spans, total }, i) => {
      unseen[i] = (unseen[i] ?? 0) + total - spans.length / 2;
      for (let at = 0; at < spans.length; at += 2) {
        places[i]?.push({ subject: 'text', start: spans[at] ?? 0, end: spans[at + 1] ?? 0 });
      }
    });
  }
  return notes.map((note, i) => {
    const sorted = mergePlaces(places[i] ?? []);
    const shown = describePlaces(note, sorted.slice(0, matchesMax), context);
    return { path: note.path, matches: shown, total: sorted.length + (unseen[i] ?? 0) };
  });
}

/** Names before texts, in order, what overlaps as one. */
function mergePlaces(places: readonly Stretch[]): Stretch[] {
  const rank = ({ subject }: Stretch) => (subject === 'name' ? 0 : 1);
  const sorted = places.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start || a.end - b.end);
  const merged: Stretch[] = [];
  for (const place of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.subject !== place.subject || place.start > last.end) {
      merged.push(place);
    } else merged[merged.length - 1] = { ...last, end: Math.max(last.end, place.end) };
  }
  return merged;
}
