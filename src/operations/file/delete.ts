import * as z from 'zod';
import { isAFolder, noSuchFile } from '../../contract/path-errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { readEtag } from '../etag.ts';
import { defineOperation } from '../operation.ts';
import { fileCondition, isConditional, requireCondition } from './condition.ts';

export const fileDelete = defineOperation({
  name: 'file.delete',
  summary: 'Move a file to the trash of the vault, or delete it permanently. Refuses folders.',
  access: 'write',
  at: { rest: 'DELETE vault/FILE' },
  input: z.object({ path: vaultPath, permanent: z.boolean(), condition: fileCondition }),
  output: z.object({ step: z.string().optional().describe('What to undo.') }),
  fails: ['changed-on-disk', 'is-a-folder', 'not-found'],
  async run(call, { path, permanent, condition }) {
    const { vault, signal } = call;
    const stat = vault.stat(path);
    if (stat === undefined) throw noSuchFile(path);
    if (stat.type === 'folder') throw isAFolder(path);
    const hash = isConditional(condition) ? readEtag(call, path) : undefined;
    if (isConditional(condition)) requireCondition(path, condition, hash);
    const kind = permanent ? 'remove' : 'trash';
    const why = permanent ? `remove ${path}` : `move ${path} to the trash`;
    const { id } = await vault.apply([{ kind, path, expect: { hash } }], { why, signal });
    return { ...(id && { step: id }) };
  },
});
