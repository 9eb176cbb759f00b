import { unpackDetail } from '../facts/detail.ts';
import type { FileEntry } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import type { MayRead } from './graph.ts';

/** A file with everything it may be called. */
export interface NamedFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly aliases: readonly string[];
  /** The property of that name. */
  readonly title?: string;
}

/** Files by path; those of some paths when they are given. */
export function* namedFiles(
  index: NoteIndex,
  mayRead: MayRead,
  paths?: readonly string[],
): Generator<NamedFile, void, undefined> {
  const files =
    paths === undefined
      ? index.files.inOrder()
      : index.files.putInOrder(paths.flatMap((path) => index.files.get(path) ?? []));
  for (const file of files) if (mayRead(file.path)) yield toNamed(file);
}

function toNamed({ path, mtimeMs, data }: FileEntry): NamedFile {
  const title = data?.keys.includes('title')
    ? unpackDetail(data.detail, []).frontmatter?.title
    : undefined;
  return {
    path,
    mtimeMs,
    aliases: data?.aliases ?? [],
    ...(typeof title === 'string' && title !== '' && { title }),
  };
}
