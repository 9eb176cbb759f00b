import { candidates, pageOf } from '../text/hits.ts';
import { describeMatches, type MatchRange } from '../text/matches.ts';
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
  const { matchesMax = 10, contextLines = 0 } = query;
  const options = {
    ...(query.timeoutMs === undefined ? {} : { timeoutMs: query.timeoutMs }),
    ...(scope.signal === undefined ? {} : { signal: scope.signal }),
  };
  const done = store.startReading();
  try {
    const { corpus, notes } = gather(store, candidates(store, literalCondition(regex), scope));
    const isHit = await runner.test(regex, corpus, options);
    const hits = notes.filter((_, i) => isHit[i]);
    const { notes: shown, ...page } = pageOf(store, hits, scope, query);
    const found = await runner.find(
      regex,
      { texts: shown.map(({ text }) => text) },
      matchesMax,
      options,
    );
    return {
      hits: shown.map((note, i) => {
        const { spans, total } = found[i] ?? { spans: [], total: 0 };
        const matches = describeMatches(note, toRanges(spans), contextLines);
        return { path: note.path, matches, total };
      }),
      ...page,
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

function toRanges(spans: readonly number[]): MatchRange[] {
  const ranges: MatchRange[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    ranges.push({ subject: 'text', start: spans[i] ?? 0, end: spans[i + 1] ?? 0 });
  }
  return ranges;
}
