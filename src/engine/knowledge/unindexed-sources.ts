import { searchLimits } from '../../contract/limits.ts';
import { isNote } from '../../contract/paths.ts';
import { extensionOf } from './index/links/names.ts';
import { unindexedLinkMarks, unindexedLinks } from './index/links/unindexed-links.ts';
import type { Facts } from './knowledge.ts';
import type { Search } from './search/create-search.ts';

const pictures = new Set('avif bmp gif jpeg jpg png svg webp'.split(' '));

/**
 * Files with links that the index does not keep, and the paths of those links: bases, notes with
 * bases or reference definitions, and canvases, which may show a picture in the background.
 */
export async function findUnindexedSources(
  { index, search }: Pick<Facts, 'index' | 'search'>,
  moving: readonly string[],
  textOf: (path: string) => string | undefined,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const movesPicture = moving.some((path) =>
    index.files.within(path).some((file) => pictures.has(extensionOf(file.path))),
  );
  for (const { path } of index.files.all()) {
    if (isNote(path)) continue;
    const extension = extensionOf(path);
    if (extension === 'canvas' && movesPicture) found.set(path, []);
    else if (extension === 'base') found.set(path, unindexedLinks(path, textOf(path) ?? ''));
  }
  for (const mark of unindexedLinkMarks) {
    for await (const path of notesWith(search, mark)) {
      if (!found.has(path)) found.set(path, unindexedLinks(path, textOf(path) ?? ''));
    }
  }
  return found;
}

/** Every note that has this very text, page by page. */
async function* notesWith(search: Search, mark: string): AsyncGenerator<string> {
  const query = { terms: [mark], subject: 'text', matchCase: true, matchesMax: 1 } as const;
  let cursor: string | undefined;
  do {
    const limit = searchLimits.pageMax;
    const page = await search.text({ ...query, limit, ...(cursor !== undefined && { cursor }) });
    for (const { path } of page.hits) yield path;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
