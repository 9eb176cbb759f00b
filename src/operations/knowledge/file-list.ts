import { setImmediate as nextTick } from 'node:timers/promises';
import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { comparePaths } from '../../contract/paths.ts';
import { readEtag } from '../etag.ts';
import { defineOperation } from '../operation.ts';
import { isoTime, pathOrRoot } from '../shapes.ts';

const listedFile = z.object({
  path: z.string(),
  size: z.int(),
  mtime: isoTime,
  etag: z.string().optional().describe('Absent for files too large to be notes.'),
});

/** How many files a long listing reads before it lets other work run. */
const filesPerTick = 100;

export const fileList = defineOperation({
  name: 'file.list',
  summary: 'The files of a folder, page by page.',
  access: 'read',
  at: { local: 'ListFiles' },
  input: z.object({
    folder: pathOrRoot.describe('Default: the root of the vault.'),
    ext: z.string().nullish().describe('Only files with this extension, for example md.'),
    recursive: z.boolean().nullish().describe('Include subfolders.'),
    limit: z.int().min(1).max(limits.filesListedMax).nullish().describe('At most this many.'),
    cursor: z.string().nullish().describe('Where the previous page ended.'),
  }),
  output: z.object({ files: z.array(listedFile), cursor: z.string().optional() }),
  fails: ['not-a-folder', 'not-found'],
  async run({ vault, signal }, { folder, ext, recursive, limit, cursor }) {
    const ending = ext ? `.${ext.replace(/^\./, '').toLowerCase()}` : '';
    const files: z.output<typeof listedFile>[] = [];
    for (const { path, stat } of vault.walk(folder, { recursive: recursive === true })) {
      if (stat.type === 'folder' || !path.toLowerCase().endsWith(ending)) continue;
      if (cursor && comparePaths(path, cursor) <= 0) continue;
      if (files.length >= (limit ?? limits.filesListedMax)) {
        return { files, cursor: files.at(-1)?.path };
      }
      const etag = stat.special ? undefined : readEtag({ vault }, path);
      const mtime = new Date(stat.mtime).toISOString();
      files.push({ path, size: stat.size, mtime, ...(etag && { etag }) });
      if (files.length % filesPerTick === 0) {
        await nextTick();
        signal.throwIfAborted();
      }
    }
    return { files };
  },
});
