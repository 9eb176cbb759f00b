import { isRecord } from '../../../../kit/records.ts';
/** An entry of the vault's bookmarks. */
export type Bookmark =
  | { readonly type: 'group'; readonly title: string; readonly items: readonly Bookmark[] }
  | {
      readonly type: 'file';
      readonly path: string;
      readonly subpath?: string;
      readonly title?: string;
    }
  | { readonly type: 'folder'; readonly path: string; readonly title?: string }
  | { readonly type: 'search'; readonly query: string; readonly title?: string }
  | { readonly type: 'url'; readonly url: string; readonly title?: string }
  | { readonly type: 'graph'; readonly title?: string };

/** How deep groups may be nested. */
const depthMax = 32;

/** Reads `bookmarks.json`; entries of unknown kinds are left out. */
export function toBookmarks(raw: unknown): Bookmark[] {
  return itemsOf(raw, 0);
}

function itemsOf(raw: unknown, depth: number): Bookmark[] {
  if (depth > depthMax || !isRecord(raw) || !Array.isArray(raw.items)) return [];
  return raw.items.flatMap((item: unknown) => toBookmark(item, depth));
}

function toBookmark(raw: unknown, depth: number): Bookmark[] {
  if (!isRecord(raw)) return [];
  const { type, path, subpath, query, url } = raw;
  const title = typeof raw.title === 'string' ? { title: raw.title } : {};
  switch (type) {
    case 'group':
      return [{ type, title: title.title ?? '', items: itemsOf(raw, depth + 1) }];
    case 'file': {
      if (typeof path !== 'string') return [];
      const part = typeof subpath === 'string' ? { subpath } : {};
      return [{ type, path, ...part, ...title }];
    }
    case 'folder':
      return typeof path === 'string' ? [{ type, path, ...title }] : [];
    case 'search':
      return typeof query === 'string' ? [{ type, query, ...title }] : [];
    case 'url':
      return typeof url === 'string' ? [{ type, url, ...title }] : [];
    case 'graph':
      return [{ type, ...title }];
    default:
      return [];
  }
}
