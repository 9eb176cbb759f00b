/**
 * What some notes say, packed together. Words that repeat are stored once, the notes have their
 * numbers.
 */
export interface PackedFacts<Link> {
  readonly links: (Link | undefined)[];
  readonly tags: (string | undefined)[];
  readonly keys: (string | undefined)[];
  readonly aliases: (string | undefined)[];
  readonly kinds: readonly string[];
  /** One record after the other: those of `RecordHead`, then the numbers of all words. */
  readonly numbers: Uint32Array;
  /** UTF-8. */
  readonly details: Buffer;
}

/** The kinds of words that a note has any number of, in the order of their numbers in a record. */
export const wordKinds = ['links', 'tags', 'keys', 'aliases'] as const;
type WordKind = (typeof wordKinds)[number];

/** The first numbers of a record. The counts of words come first, in the order of `wordKinds`. */
export const RecordHead = {
  kinds: 4,
  propertyTags: 5,
  propertyLinks: 6,
  openTasks: 7,
  doneTasks: 8,
  detailStart: 9,
  detailEnd: 10,
  length: 11,
} as const;

/** What one note says: a place in packed facts, from which each member is read when it is asked for. */
export class PackedNote<Link> {
  readonly #facts: PackedFacts<Link>;
  readonly #at: number;

  constructor(facts: PackedFacts<Link>, at: number) {
    this.#facts = facts;
    this.#at = at;
  }

  get links(): Link[] {
    return pick(this.#facts.links, this.numbersOf('links'));
  }

  get tags(): string[] {
    return pick(this.#facts.tags, this.numbersOf('tags'));
  }

  get keys(): string[] {
    return pick(this.#facts.keys, this.numbersOf('keys'));
  }

  get aliases(): string[] {
    return pick(this.#facts.aliases, this.numbersOf('aliases'));
  }

  get kinds(): string {
    return this.#facts.kinds[this.#number(RecordHead.kinds)] ?? '';
  }

  get propertyTags(): number {
    return this.#number(RecordHead.propertyTags);
  }

  get propertyLinks(): number {
    return this.#number(RecordHead.propertyLinks);
  }

  get openTasks(): number {
    return this.#number(RecordHead.openTasks);
  }

  get doneTasks(): number {
    return this.#number(RecordHead.doneTasks);
  }

  get detail(): string {
    const start = this.#number(RecordHead.detailStart);
    return this.#facts.details.toString('utf8', start, this.#number(RecordHead.detailEnd));
  }

  /** Where the record of the next note starts. */
  get end(): number {
    return this.#startOf(wordKinds.length);
  }

  /** The numbers of the words of a kind. */
  numbersOf(kind: WordKind): Uint32Array {
    const index = wordKinds.indexOf(kind);
    return this.#facts.numbers.subarray(this.#startOf(index), this.#startOf(index + 1));
  }

  /** The same note with other facts: the same numbers of other words. */
  with<Other>(facts: PackedFacts<Other>): PackedNote<Other> {
    return new PackedNote(facts, this.#at);
  }

  #startOf(index: number): number {
    let start = this.#at + RecordHead.length;
    for (let before = 0; before < index; before++) start += this.#number(before);
    return start;
  }

  #number(index: number): number {
    return this.#facts.numbers[this.#at + index] ?? 0;
  }
}

function pick<Word>(words: readonly (Word | undefined)[], numbers: Uint32Array): Word[] {
  const found: Word[] = [];
  for (const number of numbers) {
    const word = words[number];
    if (word !== undefined) found.push(word);
  }
  return found;
}
