import type { NoteIndex } from '../note-index.ts';
import type { MayRead } from './graph.ts';
import { comparePlain } from './names.ts';

/** Other names of notes, by name and path. */
export function listAliases(index: NoteIndex, mayRead: MayRead): { alias: string; path: string }[] {
  return index.files
    .inOrder()
    .filter(({ path, data }) => data !== undefined && data.aliases.length > 0 && mayRead(path))
    .flatMap(({ path, data }) => (data?.aliases ?? []).map((alias) => ({ alias, path })))
    .sort((a, b) => comparePlain(a.alias.toLowerCase(), b.alias.toLowerCase()));
}
