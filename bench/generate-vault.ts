import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface GeneratedNote {
  readonly path: string;
  readonly text: string;
}

/** Words that stand in a known part of the notes. */
export const planted = {
  /** One note in a thousand. */
  rare: 'xylophonequartz',
  rarePhrase: 'Xylophonequartz marker stone',
  /** Seven notes in ten. */
  common: 'created',
  /** In no note. */
  missing: 'qqzzxxvv',
  accented: 'Zürich',
  unspaced: '東京都',
} as const;

const notesInFolder = 50;

/** Notes of about two kilobytes with the structure of real ones; the same for the same seed. */
export function* generateNotes(count: number, seed = 1): Generator<GeneratedNote> {
  const chance = makeChance(seed);
  const vocabulary = Array.from({ length: 60_000 }, () => makeWord(chance));
  // Few words are frequent and most are rare, as in any language.
  const word = () => vocabulary[Math.floor(vocabulary.length ** chance()) - 1] ?? 'word';
  const words = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(chance() * (most - least)) }, word).join(' ');
  const topics = Math.ceil(count / notesInFolder);
  for (let i = 0; i < count; i++) {
    const topic = i % topics;
    const folder = `area-${topic % 23}/topic-${topic}`;
    yield { path: `${folder}/${words(1, 4)} ${i}.md`, text: makeText(i, count, chance, words) };
  }
}

/** Writes generated notes below a folder. */
export function writeVault(root: string, notes: Iterable<GeneratedNote>): void {
  const made = new Set<string>();
  for (const { path, text } of notes) {
    const file = join(root, path);
    const folder = dirname(file);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(file, text);
  }
}

function makeText(
  number: number,
  count: number,
  chance: () => number,
  words: (least: number, most: number) => string,
): string {
  const lines: string[] = [];
  const day = `2024-0${1 + (number % 9)}-1${number % 10}`;
  if (chance() < 0.7) {
    const tags = `[${words(1, 2)}, ${words(1, 2)}]`;
    lines.push('---', `${planted.common}: ${day}`, `tags: ${tags}`, 'status: open', '---', '');
  }
  lines.push(`# ${words(1, 4)}`, '');
  for (let length = 0; length < 1900; ) {
    const line = makeLine(number, count, chance, words);
    lines.push(line);
    length += line.length + 1;
  }
  if (number % 1000 === 7) lines.push(planted.rarePhrase);
  return `${lines.join('\n')}\n`;
}

function makeLine(
  number: number,
  count: number,
  chance: () => number,
  words: (least: number, most: number) => string,
): string {
  const kind = chance();
  if (kind < 0.08) return `\n## ${words(1, 4)}\n`;
  if (kind < 0.16) return `- [${chance() < 0.5 ? ' ' : 'x'}] ${words(2, 6)}`;
  if (kind < 0.24) return `- ${words(3, 8)} [[${words(1, 3)} ${Math.floor(chance() * count)}]]`;
  if (kind < 0.26) return `#${words(1, 2)}/${words(1, 2)} and “${words(2, 4)}” — ${words(1, 3)}`;
  if (kind < 0.27) return `${words(3, 6)} ${planted.accented} ${words(2, 5)} naïve café`;
  if (kind < 0.275) return `${planted.unspaced}で会議を行う ${number} 🎉`;
  return `${words(30, 60)}.`;
}

export function makeWord(chance: () => number): string {
  let made = '';
  for (let left = 1 + Math.floor(chance() * 3.2); left > 0; left--) {
    made += pick('bcdfghjklmnpqrstvwz', chance) + pick('aeiou', chance);
    if (chance() < 0.4) made += pick('lmnrst', chance);
  }
  return made;
}

const pick = (letters: string, chance: () => number) =>
  letters.charAt(Math.floor(chance() * letters.length));

/** Numbers from 0 to 1 that repeat with the seed. */
export function makeChance(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
