import { isNote, nameOf } from '../../../../contract/paths.ts';
import { encodePath, encodeSubpath } from '../../../text/edit/relink/link-encoding.ts';
import type { FileEntry } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import type { VaultSettings } from '../settings.ts';
import { dropMd, foldPath } from './names.ts';

type LinkFormat = VaultSettings['newLinkFormat'];

export interface NewLink {
  readonly subpath?: string;
  readonly display?: string;
  readonly embed?: boolean;
}

/** A link from a note to a file, written as the vault's settings want it. */
export function writeLink(
  index: NoteIndex,
  file: FileEntry,
  from: string,
  settings: Pick<VaultSettings, 'newLinkFormat' | 'useMarkdownLinks'>,
  { subpath = '', display, embed = false }: NewLink = {},
): string {
  const mark = embed ? '!' : '';
  const path = linkPath(index, file, from, settings.newLinkFormat);
  if (!settings.useMarkdownLinks) {
    const shown = display === undefined ? '' : `|${display}`;
    return `${mark}[[${dropMd(path)}${subpath}${shown}]]`;
  }
  // A Markdown link names its file by a whole path: other programs look for nothing less.
  const whole = settings.newLinkFormat === 'shortest' ? file.path : path;
  const shown = display ?? dropMd(nameOf(file.path));
  return `${mark}[${shown}](${encodePath(whole)}${encodeSubpath(subpath)})`;
}

/** The path that a link to a file has in a note, its ending kept. */
export function linkPath(
  index: NoteIndex,
  file: FileEntry,
  from: string,
  format: LinkFormat,
): string {
  if (format === 'relative') return relativePath(from, file.path);
  if (format === 'shortest' && isUnique(index, file)) return nameOf(file.path);
  return file.path;
}

/** True when no other file has this name. */
export function isUnique(index: NoteIndex, { path }: Pick<FileEntry, 'path'>): boolean {
  return index.files.named(foldPath(nameOf(path))).length < 2;
}

/** `to` as it is seen from the folder of `from`. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++;
  return [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/');
}

/** A path with or without `.md`, as it was written before. */
export function likeWritten(path: string, written: string): string {
  if (!isNote(path)) return path;
  return isNote(written) ? path : dropMd(path);
}
