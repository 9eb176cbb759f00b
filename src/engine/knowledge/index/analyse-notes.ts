import { isAscii } from 'node:buffer';
import { scanNote } from '../../text/markdown/scan.ts';
import { fieldsOf } from '../search/ranked/note-fields.ts';
import type { SourceNote } from '../search/ranked/term-log.ts';
import type { Analysis, AnalysisRequest, NoteTexts } from '../search/text/analysis.ts';
import { buildWords } from '../search/text/build-words.ts';
import type { NoteFields } from '../search/types.ts';
import { unpackDetail } from './facts/detail.ts';
import { type Summary, toSummary } from './facts/summary.ts';
import { packFacts, unpackFacts } from './snapshot/packed-facts.ts';

/** Scans notes for facts, or makes an index of their words. Takes long enough for a thread. */
export function analyseNotes(request: AnalysisRequest): Analysis {
  const { wantsWords, wantsTexts, names } = request;
  const texts = openTexts(request);
  const bytes = texts.reduce((sum, { length }) => sum + length, 0);
  const facts = request.facts ?? packFacts(scanAll(texts));
  const notes = () => sourcesOf(texts, names, facts);
  return {
    facts,
    words: wantsWords ? buildWords({ count: names.length, bytes, notes: notes() }) : undefined,
    texts: wantsTexts ? join(texts, bytes) : undefined,
  };
}

function openTexts({ memories, places, names }: NoteTexts): Buffer[] {
  return names.map((_, note) => {
    const [memory = 0, start = 0, end = 0] = places.subarray(3 * note, 3 * note + 3);
    return Buffer.from(memories[memory] ?? new SharedArrayBuffer(0), start, end - start);
  });
}

function* scanAll(texts: readonly Buffer[]): Generator<Summary, void> {
  for (const text of texts) yield toSummary(scanNote(decodeNote(text)));
}

/** Notes with what counts more than their text when results are ranked. */
function* sourcesOf(
  texts: readonly Buffer[],
  names: readonly string[],
  facts: Uint8Array,
): Generator<SourceNote, void> {
  let at = 0;
  for (const { notes } of unpackFacts(facts)) {
    for (const summary of notes.slice(0, texts.length - at)) {
      const text = decodeNote(texts[at] ?? Buffer.alloc(0));
      yield { text, name: names[at++] ?? '', fields: toFields(summary) };
    }
  }
  // Facts of an earlier process may be damaged.
  for (; at < texts.length; at++) {
    const text = decodeNote(texts[at] ?? Buffer.alloc(0));
    yield { text, name: names[at] ?? '', fields: fieldsOf(scanNote(text)) };
  }
}

function toFields({ tags, aliases, detail }: Summary): NoteFields {
  const { headings } = unpackDetail(detail, []);
  return { headings: headings.map(({ text }) => text), tags, aliases };
}

/** Most texts are plain, and those are read several times faster. */
export function decodeNote(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

function join(texts: readonly Buffer[], bytes: number): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes);
  const joined = Buffer.from(memory);
  let end = 0;
  for (const text of texts) end += text.copy(joined, end);
  return memory;
}
