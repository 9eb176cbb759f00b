import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeChance, makeWord } from './generate-vault.ts';

/** What stands in more notes than this part is common. */
const commonShare = 0.3;
/** What stands in at most this many notes is rare. */
const rareMax = 20;
/** Letters that no note has in a row. */
const nowhere = 'qxjzvq';

/**
 * Questions about a vault, each of them asked once: no answer can come from the same question
 * before. Two of these with the same seed ask the same in the same order.
 */
export class Questions {
  readonly paths: readonly string[];
  readonly #texts: readonly string[];
  readonly #chance: () => number;
  readonly #asked = new Set<string>();
  #notesWith: ReadonlyMap<string, number> | undefined;
  #common: readonly string[] | undefined;

  constructor(root: string, seed = 7) {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    this.paths = names.filter((name) => name.endsWith('.md')).sort();
    this.#texts = this.paths.map((path) => readFileSync(join(root, path), 'utf8'));
    this.#chance = makeChance(seed);
  }

  *notes(): Generator<{ readonly path: string; readonly text: string }, void> {
    for (const [i, path] of this.paths.entries()) yield { path, text: this.#texts[i] ?? '' };
  }

  /** A note, which may come again. */
  path(): string {
    return this.#one(this.paths);
  }

  /** A word of any note. */
  word(): string {
    return this.#fresh(() => this.#one(wordsOf(this.#one(this.#texts))));
  }

  /** A word of few notes. */
  rare(): string {
    const notesWith = this.#counts();
    return this.#fresh(() => {
      const word = this.#one(wordsOf(this.#one(this.#texts)));
      return (notesWith.get(word.toLowerCase()) ?? 0) <= rareMax ? word : '';
    });
  }

  /** Letters that many notes have in a row; few whole words are as frequent. */
  common(): string {
    const common = this.#common ?? this.#findCommon();
    this.#common = common;
    return this.#fresh(() => this.#one(common));
  }

  /** Three words as they follow each other in a note. */
  phrase(): string {
    return this.#fresh(() => {
      const phrases = this.#one(this.#texts).match(/\p{L}{3,} \p{L}{3,} \p{L}{3,}/gu) ?? [];
      return this.#one(phrases);
    });
  }

  /** A word of no note. */
  missing(): string {
    return this.#fresh(() => nowhere + makeWord(this.#chance) + makeWord(this.#chance));
  }

  /** How many notes have a text, in any case. */
  count(text: string): number {
    const wanted = text.toLowerCase();
    return this.#texts.filter((each) => each.toLowerCase().includes(wanted)).length;
  }

  #fresh(make: () => string): string {
    for (let tries = 0; tries < 100_000; tries++) {
      const made = make();
      if (made === '' || this.#asked.has(made)) continue;
      this.#asked.add(made);
      return made;
    }
    throw new RangeError('The vault is too small for so many questions.');
  }

  #one(choices: readonly string[]): string {
    return choices[Math.floor(this.#chance() * choices.length)] ?? '';
  }

  #counts(): ReadonlyMap<string, number> {
    this.#notesWith ??= countNotes(this.#texts, (text) => wordsOf(text.toLowerCase()));
    return this.#notesWith;
  }

  /** Counted on a sample: there are many pieces. */
  #findCommon(): readonly string[] {
    const sample = Array.from({ length: Math.min(500, this.#texts.length) }, () =>
      this.#one(this.#texts).toLowerCase(),
    );
    const pieces = countNotes(sample, piecesOf);
    return [...pieces]
      .filter(([, notes]) => notes >= commonShare * sample.length)
      .map(([piece]) => piece)
      .sort();
  }
}

const wordsOf = (text: string): readonly string[] => text.match(/\p{L}{6,14}/gu) ?? [];

/** All runs of three and four plain letters. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const [word] of text.matchAll(/[a-z]{3,}/g)) {
    for (let at = 0; at + 3 <= word.length; at++) {
      pieces.push(word.slice(at, at + 3));
      if (at + 4 <= word.length) pieces.push(word.slice(at, at + 4));
    }
  }
  return pieces;
}

function countNotes(
  texts: readonly string[],
  split: (text: string) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const part of new Set(split(text))) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}
