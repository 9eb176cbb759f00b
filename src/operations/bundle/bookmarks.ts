import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { parseVaultPath, rootPath } from '../../contract/paths.ts';
import { bookmarkList } from '../knowledge/bookmark-list.ts';
import type { Call } from '../operation.ts';
import { locate, readNoteTarget } from './target.ts';
import { defineVaultTool, shareVaultTool } from './tool.ts';

export const bundleListBookmarks = shareVaultTool('listBookmarks', bookmarkList);

const input = {
  file: z.string().min(1).optional().describe('A note, by name or path.'),
  subpath: z.string().optional().describe('A heading or block of the note, such as "#Heading".'),
  folder: z.string().min(1).optional().describe('A folder.'),
  search: z.string().min(1).optional().describe('A search.'),
  url: z.url().optional().describe('An address on the web.'),
  title: z.string().optional().describe('What the bookmark is called.'),
};
const bookmark = z.record(z.string(), z.unknown());

export const bundleAddBookmark = defineVaultTool({
  name: 'addBookmark',
  summary: 'Add a bookmark to a note, a folder, a search or an address. Give exactly one of them.',
  access: 'write',
  input,
  output: z.object({ bookmark }),
  async run(call, _host, asked) {
    const { title, subpath, ...targets } = asked;
    const given = Object.values(targets).filter((target) => target !== undefined);
    if (given.length !== 1) throw oneOnly();
    const found = await toBookmark(call, targets);
    call.policy.requireWrite(found.path ?? rootPath);
    const entry = {
      ...found,
      ctime: Date.now(),
      ...(subpath !== undefined && { subpath }),
      ...(title !== undefined && { title }),
    };
    const add = (value: unknown) => {
      const { items = [], ...rest }: { items?: unknown } = { ...Object(value) };
      return { ...rest, items: [...(Array.isArray(items) ? items : []), entry] };
    };
    const options = { signal: call.signal, why: 'add a bookmark' };
    await call.settings.update('bookmarks.json', add, options);
    return { bookmark: entry };
  },
});

interface Targets {
  readonly file?: string | undefined;
  readonly folder?: string | undefined;
  readonly search?: string | undefined;
  readonly url?: string | undefined;
}

async function toBookmark(call: Call, { file, folder, search, url }: Targets) {
  if (file !== undefined) {
    const query = readNoteTarget({ name: file });
    const { path } = await locate(call, query, { byAlias: false, forWriting: false });
    return { type: 'file', path };
  }
  if (folder !== undefined) return { type: 'folder', path: parseVaultPath(folder) };
  if (search !== undefined) return { type: 'search', query: search };
  return { type: 'url', url };
}

function oneOnly(): VaultError {
  return new VaultError('invalid-input', 'Give exactly one of file, folder, search and url.');
}
