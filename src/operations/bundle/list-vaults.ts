import { z } from 'zod';
import { defineVaultTool } from './tool.ts';

/** The protocol answers this itself when it serves several vaults: an operation sees only its own. */
export const bundleListVaults = defineVaultTool({
  name: 'listVaults',
  summary: 'The vaults that are served.',
  access: 'read',
  input: {},
  output: z.object({
    vaults: z.array(
      z.object({ name: z.string(), id: z.string().optional(), available: z.boolean() }),
    ),
  }),
  run: ({ vaultName }) => ({ vaults: [{ name: vaultName, available: true }] }),
});
