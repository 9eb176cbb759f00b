import * as z from 'zod';
import type { Bookmark } from '../../engine/knowledge/index/links/bookmarks.ts';
import { defineOperation } from '../operation.ts';

export const bookmarkList = defineOperation({
  name: 'bookmark.list',
  summary: 'The bookmarks of the vault, group by group.',
  access: 'read',
  at: { local: 'ListBookmarks', web: 'bookmark.list' },
  input: z.object({}),
  output: z.object({
    bookmarks: z.array(
      z.object({
        type: z.enum(['file', 'folder', 'graph', 'search', 'url']),
        title: z.string().optional(),
        path: z.string().optional(),
        subpath: z.string().optional(),
        query: z.string().optional(),
        url: z.string().optional(),
        groups: z.array(z.string()).describe('The groups it is in, the outermost first.'),
      }),
    ),
  }),
  async run(call) {
    const { settings } = await call.listed();
    return { bookmarks: flatten(settings.bookmarks, [], call.policy.mayRead) };
  },
});

/** What the policy closes is not named by a bookmark either. */
function flatten(
  bookmarks: readonly Bookmark[],
  groups: readonly string[],
  mayRead: (path: string) => boolean,
): (Exclude<Bookmark, { type: 'group' }> & { groups: string[] })[] {
  return bookmarks.flatMap((bookmark) => {
    if (bookmark.type === 'group') {
      return flatten(bookmark.items, [...groups, bookmark.title], mayRead);
    }
    if ('path' in bookmark && !mayRead(bookmark.path)) return [];
    return [{ ...bookmark, groups: [...groups] }];
  });
}
