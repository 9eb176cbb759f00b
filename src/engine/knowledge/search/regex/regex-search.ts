import { HitList } from '../text/hit-list.ts';
import { candidates, pageOf } from '../text/hits.ts';
import { describePlaces } from '../text/matches.ts';
import { type NoteStore, openNote, type PlacedNote } from '../text/note-store.ts';
import { type TextBlock, textBytes } from '../text/text-block.ts';
import type { PageOfHits, RegexQuery, SearchScope, TextHit } from '../types.ts';
import { parseRegex } from './regex.ts';
import type { RegexArena, RegexCorpus } from './regex-jobs.ts';
import { literalCondition } from './regex-literals.ts';
import type { RegexRunner } from './regex-runner.ts';

/** Notes whose text matches a pattern, in the order of their paths. */
export async function searchRegex(
  store: NoteStore,
  runner: RegexRunner,
  query: RegexQuery,
  scope: SearchScope,
): Promise<PageOfHits<TextHit>> {
  const regex = parseRegex(query.source, query.flags);
  const { matchesMax = 10, context = { characters: 100 } } = query;
  const options = {
    ...(query.timeoutMs === undefined ? {} : { timeoutMs: query.timeoutMs }),
    ...(scope.signal === undefined ? {} : { signal: scope.signal }),
  };
  const done = store.startReading();
  try {
    const { corpus, notes } = gather(store, candidates(store, literalCondition(regex), scope));
    const counts = query.countMatches
      ? await runner.count(regex, corpus, options)
      : await runner.test(regex, corpus, options);
    const hits = new HitList();
    notes.forEach((note, i) => {
      if (Number(counts[i]) > 0) hits.add(note);
    });
    const { notes: shown, ...page } = pageOf(store, hits, scope, query);
    const found = await runner.find(
      regex,
      { texts: shown.map(({ text }) => text) },
      matchesMax,
      options,
    );
    const total = query.countMatches
      ? { totalMatches: counts.reduce<number>((sum, count) => sum + Number(count), 0) }
      : {};
    return {
      hits: shown.map((note, i) => {
        const places = toPlaces(found[i]?.spans ?? []);
        return {
          path: note.path,
          matches: describePlaces(note, places, context),
          total: found[i]?.total ?? 0,
        };
      }),
      ...page,
      ...total,
    };
  } finally {
    done();
  }
}

/** The texts of notes for a run, and the notes in the order of its answers. */
function gather(
  store: NoteStore,
  placed: Iterable<PlacedNote>,
): { corpus: RegexCorpus; notes: PlacedNote[] } {
  const byBlock = new Map<TextBlock, { notes: PlacedNote[]; ranges: number[] }>();
  const loose: PlacedNote[] = [];
  const texts: string[] = [];
  for (const note of placed) {
    if ('loose' in note) {
      loose.push(note);
      texts.push(openNote(store.pathOf(note.slot) ?? '', note).text);
      continue;
    }
    const { texts: block } = note.live;
    const group = byBlock.get(block) ?? { notes: [], ranges: [] };
    byBlock.set(block, group);
    const bytes = textBytes(block, note.note);
    group.notes.push(note);
    group.ranges.push(bytes.byteOffset, bytes.byteOffset + bytes.length);
  }
  const arenas: RegexArena[] = [...byBlock].map(([{ memory }, { ranges }]) => ({
    memory,
    ranges: Uint32Array.from(ranges),
  }));
  const notes = [...byBlock.values()].flatMap((group) => group.notes).concat(loose);
  return { corpus: { arenas, texts }, notes };
}

function toPlaces(spans: readonly number[]) {
  const places = [];
  for (let i = 0; i < spans.length; i += 2) {
    places.push({ subject: 'text' as const, start: spans[i] ?? 0, end: spans[i + 1] ?? 0 });
  }
  return places;
}
