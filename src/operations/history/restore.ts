import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';

export const historyRestore = defineOperation({
  name: 'history.restore',
  summary: 'Restore a file as it was at some time.',
  access: 'write',
  at: { local: 'RestoreFile', web: 'history.restore' },
  input: z.object({
    path: vaultPath.describe('The file; it can be a deleted one.'),
    at: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('The time. Default: the last content in the history.'),
    change: z.string().nullish().describe('Instead of a time: the file as this change left it.'),
  }),
  output: z.object({
    path: z.string(),
    step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
  }),
  fails: ['not-found'],
  async run({ history, signal }, { path, at, change }) {
    const moment = at ? Date.parse(at) : lastKnown(history.deleted(), path);
    const { id } = await history.restore(path, change ?? moment, { signal });
    return { path, ...(id && { step: id }) };
  },
});

/** Right before it was deleted, or now. */
function lastKnown(deleted: readonly { path: string; at: number }[], path: string): number {
  const found = deleted.find((file) => file.path === path);
  return found === undefined ? Date.now() : found.at - 1;
}
