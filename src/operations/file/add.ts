import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { requireNewPath } from '../new-name.ts';
import { defineOperation } from '../operation.ts';
import { bytes } from '../shapes.ts';

export const fileAdd = defineOperation({
  name: 'file.add',
  summary: 'Add a file to the vault. Missing parent folders are created.',
  access: 'write',
  at: { web: 'PUT files/FILE' },
  input: z.strictObject({ path: vaultPath, content: bytes }),
  output: z.object({ path: z.string(), step: z.string().optional().describe('What to undo.') }),
  fails: ['already-exists', 'disk-full', 'is-a-folder', 'not-a-folder'],
  async run(call, { path, content }) {
    requireNewPath(call, path);
    const options = { expect: { absent: true }, signal: call.signal, why: `add ${path}` };
    const { step } = await call.vault.write(path, content, options);
    return { path, ...(step && { step }) };
  },
});
