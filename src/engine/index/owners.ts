import { detach } from './detach.ts';
import type { FileEntry } from './file-entry.ts';
import type { WordReader } from './packed-files.ts';

/** A word and the files that have it. */
export interface Owned {
  readonly word: string;
  readonly files: FileEntry[];
}

/** Which files have a word: a tag, a property, another name. Each word is in memory once. */
export class Owners {
  private readonly byWord = new Map<string, Owned>();

  words(): IterableIterator<string> {
    return this.byWord.keys();
  }

  /** The files that have the word, in no order. */
  of(word: string): readonly FileEntry[] {
    return this.byWord.get(word)?.files ?? [];
  }

  /** Only an `own` word may be kept as it is. A word that gets no file must be added to one. */
  intern(word: string, own = false): Owned {
    const known = this.byWord.get(word);
    if (known !== undefined) return known;
    const owned: Owned = { word: own ? word : detach(word), files: [] };
    this.byWord.set(owned.word, owned);
    return owned;
  }

  /** Says that `file` has these words from now on instead of the old ones; the shared copies of them. */
  replace(file: FileEntry, old: readonly string[], words: readonly string[]): readonly string[] {
    const owned = words.map((word) => this.intern(word));
    if (old.length === 0) return this.addOwner(file, owned);
    const before = new Set(old);
    const after = new Set(words);
    for (const word of before) if (!after.has(word)) this.drop(word, file);
    return this.addOwner(file, owned, before);
  }

  /** Says that `file` has these words, apart from those it had before; the shared copies of all. */
  addOwner(
    file: FileEntry,
    owned: readonly Owned[],
    before: ReadonlySet<string> = nothing,
  ): readonly string[] {
    if (owned.length === 0) return none;
    return owned.map(({ word, files }) => {
      if (!before.has(word) && files.at(-1) !== file) files.push(file);
      return word;
    });
  }

  /** The packed words of a file that had none before. */
  adopt(
    file: FileEntry,
    words: WordReader,
    count: number,
    made: (Owned | undefined)[],
  ): readonly string[] {
    if (count === 0) return none;
    const list = new Array<string>(count);
    for (let i = 0; i < count; i++) {
      const id = words.next();
      const owned = made[id] ?? this.intern(words.word(id), true);
      made[id] = owned;
      list[i] = owned.word;
      const { files } = owned;
      if (files[files.length - 1] !== file) files.push(file);
    }
    return list;
  }

  private drop(word: string, file: FileEntry): void {
    const known = this.byWord.get(word);
    if (known === undefined) return;
    const at = known.files.indexOf(file);
    const last = known.files.pop();
    if (last !== undefined && last !== file && at !== -1) known.files[at] = last;
    if (known.files.length === 0) this.byWord.delete(word);
  }
}

const none: readonly string[] = [];
const nothing: ReadonlySet<string> = new Set();
