import { isVaultError } from '../../contract/errors.ts';
import { isNote, rootPath, type VaultPath } from '../../contract/paths.ts';
import { decodeText } from '../../engine/notes.ts';
import type { Stat } from '../../engine/vault/stat.ts';
import type { Call } from '../operation.ts';

export interface CorpusNote {
  readonly path: VaultPath;
  readonly text: string;
  readonly stat: Stat;
}

/** Every note the caller may read, by path. What cannot be read as text is passed over. */
export function* readNotes({ vault, signal }: Call): Generator<CorpusNote> {
  const paths: VaultPath[] = [];
  for (const { path, stat } of vault.walk(rootPath, { recursive: true })) {
    if (stat.type === 'file' && isNote(path)) paths.push(path);
  }
  for (const path of paths.sort()) {
    signal.throwIfAborted();
    try {
      const content = vault.readNow(path);
      yield { path, text: decodeText(path, content), stat: content.stat };
    } catch (thrown) {
      if (!isVaultError(thrown)) throw thrown;
    }
  }
}
