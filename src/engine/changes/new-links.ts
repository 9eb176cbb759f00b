import { nameOf } from '../../contract/paths.ts';
import type { FileEntry } from '../knowledge/index/file-entry.ts';
import { likeWritten, linkPath, relativePath } from '../knowledge/index/links/link-writing.ts';
import { foldPath } from '../knowledge/index/links/names.ts';
import type { NoteIndex } from '../knowledge/index/note-index.ts';
import type { VaultSettings } from '../knowledge/index/settings.ts';
import type { RelinkTarget } from '../text/edit/relink/relink-target.ts';

type Format = VaultSettings['newLinkFormat'];

/** The path by which a note can link to a file, like it is written there already. */
export function pathTo(
  index: NoteIndex,
  file: FileEntry,
  from: string,
  format: Format,
  written = file.path,
): string {
  const path = linkPath(index, file, from, format);
  const choices = [path, `./${path}`, file.path];
  const works = choices.find((choice) => index.resolve(choice, from) === file) ?? file.path;
  return likeWritten(works, written);
}

/** The same for a file that is not there yet. */
export function pathToNew(index: NoteIndex, path: string, from: string, format: Format): string {
  if (format === 'relative') return relativePath(from, path);
  const isFree = index.files.named(foldPath(nameOf(path))).length === 0;
  return format === 'shortest' && isFree ? nameOf(path) : path;
}

/** What a link needs when the text around it goes to another note; undefined when it can stay. */
export function carried(
  index: NoteIndex,
  { path }: RelinkTarget,
  from: string,
  to: string,
  format: Format,
): Partial<RelinkTarget> | undefined {
  const file = path === '' ? undefined : index.resolve(path, from);
  if (file === undefined || index.resolve(path, to) === file) return undefined;
  return { path: pathTo(index, file, to, format, path) };
}
