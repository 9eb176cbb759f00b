import * as z from 'zod';
import { isVaultError } from '../../contract/errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';

export const policyExplain = defineOperation({
  name: 'policy.explain',
  summary: 'Whether this client can read, write or delete a path, and which rule decides.',
  access: 'read',
  at: { local: 'ExplainPolicy' },
  input: z.object({ path: vaultPath, op: z.enum(['read', 'write', 'delete']) }),
  output: z.object({ allowed: z.boolean(), rule: z.string() }),
  run({ policy }, { path, op }) {
    try {
      if (op === 'read') policy.requireRead(path);
      else policy.requireWrite(path);
      return { allowed: true, rule: 'allowed' };
    } catch (thrown) {
      if (!isVaultError(thrown)) throw thrown;
      return { allowed: false, rule: String(thrown.about.data?.subreason ?? thrown.code) };
    }
  },
});
