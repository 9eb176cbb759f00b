import { expect, test } from 'vitest';
import { scanNote } from '../../../text/markdown/scan.ts';
import type { PackedNote } from '../facts/packed-note.ts';
import { type Summary, toSummary } from '../facts/summary.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';

const texts = [
  '',
  'plain',
  '---\ntags: [a, b/c]\naliases: [Été, 名前]\nup: "[[x]]"\nn: .inf\n---\n# Héading\n#a [[x#y|z]] ![[x]]\n',
  '- [ ] open (due:: 2024-01-01)\n- [x] done #a\n',
  '---\ntags: [a]\nup: "[[y]]"\n---\n[[x]] [[x]] [[]] 🎉 [[🎉]]',
];
/** Enough for several parts. */
const many = Array.from({ length: 250 }, (_, i) => `${texts[i % texts.length]} #t${i} [[n${i}]]`);
const pack = (notes: readonly string[]) =>
  packFacts(notes.map((text) => toSummary(scanNote(text))));
const notesIn = (bytes: Uint8Array) => [...unpackFacts(bytes)].flatMap(({ notes }) => notes);
const plain = (note: Summary | PackedNote<string>): Summary => ({
  links: [...note.links],
  tags: [...note.tags],
  keys: [...note.keys],
  kinds: note.kinds,
  aliases: [...note.aliases],
  propertyTags: note.propertyTags,
  propertyLinks: note.propertyLinks,
  openTasks: note.openTasks,
  doneTasks: note.doneTasks,
  detail: note.detail,
});
const check = (notes: readonly string[]) =>
  expect(notesIn(pack(notes)).map(plain)).toEqual(
    notes.map((text) => plain(toSummary(scanNote(text)))),
  );

test('packed facts say what the notes say', () => check(texts));
test('packed facts of no note are none', () => check([]));
test('facts of many notes come in parts, with the number of the first note of each', () => {
  check(many);
  expect([...unpackFacts(pack(many))].map(({ first }) => first)).toEqual([0, 100, 200]);
});

test('what is behind a damaged byte is not read, wherever it is', () => {
  const whole = pack(many);
  const notes = notesIn(whole).map(plain);
  for (let at = 0; at < whole.length; at += 97) {
    const damaged = whole.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    const read = notesIn(damaged).map(plain);
    expect(read.length).toBeLessThan(notes.length);
    expect(read).toEqual(notes.slice(0, read.length));
  }
});

test('facts that were cut off are read up to the last whole part', () => {
  const whole = pack(many);
  expect(notesIn(whole.slice(0, -1))).toHaveLength(200);
  expect(notesIn(whole.slice(0, 3))).toEqual([]);
});
