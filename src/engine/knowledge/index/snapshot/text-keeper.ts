/** Who keeps the texts of notes. */
export interface TextKeeper {
  set(path: string, bytes: Buffer): void;
  remove(path: string): void;
  rename(from: string, to: string): void;
  removeFolder(folder: string): void;
  renameFolder(from: string, to: string): void;
  textOf(path: string): string | undefined;
  /** The same path as it is kept here, so that it need not be kept twice; undefined when there is no such text. */
  keyOf(path: string): string | undefined;
  /** Memory that the next process can take over. */
  pack(): Promise<readonly PackedTexts[]>;
  /** Takes over those texts that are wanted, by their number there and their size. */
  adopt(packed: PackedTexts, isWanted: (text: number, bytes: number) => boolean): void;
  disown(memory: SharedArrayBuffer): string[];
}

/** Many texts in one memory that never changes, and the paths of their notes. */
export interface PackedTexts {
  readonly memory: SharedArrayBuffer;
  readonly paths: readonly (string | undefined)[];
}
