import * as z from 'zod';
import { defineVaultTool } from './tool.ts';

export const bundleListVaults = defineVaultTool({
  name: 'listVaults',
  summary: 'The vaults that are served.',
  access: 'read',
  needsApp: false,
  input: {},
  output: z.object({
    vaults: z.array(
      z.object({ name: z.string(), id: z.string().optional(), available: z.boolean() }),
    ),
  }),
  run: async (call) => ({ vaults: [...(await call.listVaults())] }),
});
