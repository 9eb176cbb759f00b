import { isNote } from '../../../../contract/paths.ts';
import { hashOf } from '../../../store/vault/hash.ts';
import type { FileEntry, LinkTarget } from '../file-entry.ts';
import type { FileTable } from '../file-table.ts';
import type { MayRead } from '../links/graph.ts';
import type { NoteIndex } from '../note-index.ts';
import { type StoredHeading, unpackDetail } from './detail.ts';

/** The facts of a note that a caller would otherwise have to read it for. */
export interface NoteMetadata {
  readonly path: string;
  readonly mtime: number;
  readonly size: number;
  /** SHA-256 of the bytes; absent when the note is not UTF-8 or its text is not in memory. */
  readonly hash?: string;
  /** With `#`, each once. */
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly headings: readonly StoredHeading[];
  readonly properties: Readonly<Record<string, unknown>>;
  /** Links of properties, then of the text, then embeds. */
  readonly links: readonly MetadataLink[];
}

export interface MetadataLink {
  /** As it is written, with a subpath. */
  readonly target: string;
  /** Where it leads; absent when it leads nowhere. */
  readonly path?: string;
  readonly embed?: true;
}

/** Undefined for what is no note. */
export function metadataOf(
  index: NoteIndex,
  path: string,
  mayRead: MayRead,
): NoteMetadata | undefined {
  const entry = index.files.get(path);
  if (entry?.data === undefined || !mayRead(path)) return undefined;
  const { size, mtimeMs, data } = entry;
  const { links } = data;
  const targets = links.map(({ text }) => text);
  const { frontmatter = {}, headings, extras } = unpackDetail(data.detail, targets);
  return {
    path,
    mtime: mtimeMs,
    size,
    ...hashIn(index, path),
    tags: [...new Set(data.tags)],
    aliases: data.aliases,
    headings,
    properties: frontmatter,
    links: extras.map(({ subpath, isEmbed }, at) => ({
      target: `${targets[at] ?? ''}${subpath}`,
      ...leadsTo(index, entry, links[at], mayRead),
      ...(isEmbed && { embed: true as const }),
    })),
  };
}

/** Notes by path, from the one after `path` on. */
export function* notesAfter(
  files: FileTable,
  path: string,
  mayRead: MayRead,
): Generator<string, void, undefined> {
  for (const entry of files.notesInOrder()) {
    if (entry.path > path && mayRead(entry.path)) yield entry.path;
  }
}

/** Notes in a folder and below it, by path. */
export function notesBelow(files: FileTable, folder: string, mayRead: MayRead): string[] {
  const paths = files.below(folder === '' ? '' : `${folder}/`).map(({ path }) => path);
  return paths.filter((path) => isNote(path) && mayRead(path));
}

function leadsTo(
  index: NoteIndex,
  entry: FileEntry,
  link: LinkTarget | undefined,
  mayRead: MayRead,
) {
  const target = link === undefined ? undefined : index.follow(link, entry, mayRead);
  return target === undefined ? {} : { path: target.path };
}

/** Bytes that were no UTF-8 became replacement characters, and the text has another hash. */
function hashIn(index: NoteIndex, path: string): { hash?: string } {
  const text = index.textOf(path);
  return text === undefined || text.includes('\ufffd') ? {} : { hash: hashOf(Buffer.from(text)) };
}
