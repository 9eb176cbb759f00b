import { IndexedPages } from '../index/facts/pages.ts';
import type { FileEntry } from '../index/file-entry.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { VaultSettings } from '../index/settings.ts';
import type { FileFacts, FileSource } from './source.ts';

/** All files of an index as bases ask for them, for one caller. */
export class IndexedFiles extends IndexedPages implements FileSource {
  readonly #index: NoteIndex;
  readonly #mayRead: (path: string) => boolean;
  readonly #settings: () => Pick<VaultSettings, 'isExcluded' | 'types'>;

  constructor(
    index: NoteIndex,
    mayRead: (path: string) => boolean,
    settings: () => Pick<VaultSettings, 'isExcluded' | 'types'>,
  ) {
    super(index, mayRead);
    this.#index = index;
    this.#mayRead = mayRead;
    this.#settings = settings;
  }

  files(): FileFacts[] {
    const { isExcluded } = this.#settings();
    return this.#index.files
      .inOrder()
      .filter(({ path }) => this.#mayRead(path) && !isExcluded(path))
      .map(toFacts);
  }

  file(path: string): FileFacts | undefined {
    const file = this.#index.files.get(path);
    return file !== undefined && this.#mayRead(path) ? toFacts(file) : undefined;
  }

  propertyType(name: string): string | undefined {
    return this.#settings().types.get(name.toLowerCase());
  }
}

function toFacts({ path, size, birthMs, mtimeMs }: FileEntry): FileFacts {
  return { path, size, ctimeMs: birthMs, mtimeMs };
}
