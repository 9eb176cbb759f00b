import { detach } from '../detach.ts';
import type { FileEntry } from '../file-entry.ts';
import { appended, removeFrom } from '../short-lists.ts';

/** A word and the files that have it. */
interface OwnedWord {
  readonly word: string;
  files: FileEntry[];
}

const noFiles: FileEntry[] = [];
const noWords: readonly string[] = [];

/** Which files have a word: a tag, a property, an alias. Each word is in memory once. */
export class Owners {
  private readonly byWord = new Map<string, OwnedWord>();

  words(): IterableIterator<string> {
    return this.byWord.keys();
  }

  /** The files that have the word, in no order. */
  of(word: string): readonly FileEntry[] {
    return this.byWord.get(word)?.files ?? [];
  }

  /** `file` has the word, too. Returns the shared copy of it. */
  add(word: string, file: FileEntry): string {
    const owned = this.byWord.get(word) ?? this.own(word);
    // A file that has the word more than once is added once.
    if (owned.files[owned.files.length - 1] !== file) owned.files = appended(owned.files, file);
    return owned.word;
  }

  /**
   * `file` has these words from now on instead of the old ones. Returns the shared copies of them.
   * Words may be parts of a longer text, so those that are new are copied.
   */
  replace(file: FileEntry, old: readonly string[], words: readonly string[]): readonly string[] {
    const [before, after] = [new Set(old), new Set(words)];
    for (const word of before) if (!after.has(word)) this.drop(word, file);
    if (words.length === 0) return noWords;
    return words.map((word) => {
      const known = this.byWord.get(word);
      return known !== undefined && before.has(word)
        ? known.word
        : this.add(known?.word ?? detach(word), file);
    });
  }

  private own(word: string): OwnedWord {
    const owned: OwnedWord = { word, files: noFiles };
    this.byWord.set(word, owned);
    return owned;
  }

  private drop(word: string, file: FileEntry): void {
    const known = this.byWord.get(word);
    if (known === undefined) return;
    removeFrom(known.files, file);
    if (known.files.length === 0) this.byWord.delete(word);
  }
}
