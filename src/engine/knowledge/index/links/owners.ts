import { detach } from '../detach.ts';
import type { FileEntry } from '../file-entry.ts';
import { appended, takeOut } from '../short-lists.ts';

/** A word and the files that have it. */
export interface Owned {
  readonly word: string;
  files: FileEntry[];
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
    const owned: Owned = { word: own ? word : detach(word), files: noFiles };
    this.byWord.set(owned.word, owned);
    return owned;
  }

  /** Says that `file` has these words from now on instead of the old ones; the shared copies of them. */
  replace(
    file: FileEntry,
    old: readonly string[],
    words: readonly string[],
    own = false,
  ): readonly string[] {
    const owned = words.map((word) => this.intern(word, own));
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
    return owned.map((each) => {
      if (!before.has(each.word)) add(each, file);
      return each.word;
    });
  }

  private drop(word: string, file: FileEntry): void {
    const known = this.byWord.get(word);
    if (known === undefined) return;
    takeOut(known.files, file);
    if (known.files.length === 0) this.byWord.delete(word);
  }
}

/** A file that has the word more than once is taken in once. */
function add(owned: Owned, file: FileEntry): void {
  if (owned.files[owned.files.length - 1] !== file) owned.files = appended(owned.files, file);
}

const noFiles: FileEntry[] = [];
const none: readonly string[] = [];
const nothing: ReadonlySet<string> = new Set();
