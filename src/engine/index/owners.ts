import type { FileEntry } from './file-entry.ts';

/** Which files have a word: a tag, a property, another name. Each word is in memory once. */
export class Owners {
  private readonly byWord = new Map<
    string,
    { readonly word: string; readonly files: FileEntry[] }
  >();

  get size(): number {
    return this.byWord.size;
  }

  words(): IterableIterator<string> {
    return this.byWord.keys();
  }

  /** The files that have the word, in no order. */
  of(word: string): readonly FileEntry[] {
    return this.byWord.get(word)?.files ?? [];
  }

  /** Says that `file` has these words from now on instead of the old ones; the shared copies of them. */
  replace(file: FileEntry, old: readonly string[], words: readonly string[]): readonly string[] {
    const before = new Set(old);
    const kept = words.map((word) => {
      const known = this.byWord.get(word) ?? this.add(word);
      if (!before.has(word) && known.files.at(-1) !== file) known.files.push(file);
      return known.word;
    });
    const after = new Set(words);
    for (const word of before) if (!after.has(word)) this.drop(word, file);
    return kept.length === 0 ? none : kept;
  }

  private add(word: string) {
    // A slice would keep the whole note in memory.
    const copy: string = JSON.parse(JSON.stringify(word));
    const known = { word: copy, files: [] as FileEntry[] };
    this.byWord.set(copy, known);
    return known;
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
