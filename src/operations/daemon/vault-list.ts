import * as z from 'zod';
import { rootPath } from '../../contract/paths.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const indexShape = z.object({
  state: z.enum(['building', 'ready']),
  notes: z.int(),
  files: z.int(),
  pending: z.int().describe('Notes that are still to be read.'),
});

export const vaultList = defineOperation({
  name: 'vault.list',
  summary: 'The served vaults, and the state of their indexes.',
  access: 'admin',
  at: { web: 'vault.list' },
  input: nothing,
  output: z.object({
    vaults: z.array(
      z.object({
        name: z.string(),
        id: z.string(),
        path: z.string().describe('The folder.'),
        readOnly: z.boolean().describe('This client may not change anything in it.'),
        index: indexShape,
      }),
    ),
  }),
  fails: ['unavailable'],
  run: ({ daemon, caller, sessions }) => ({
    vaults: daemon().vaults.map((vault) => ({
      name: vault.name,
      id: vault.id,
      path: vault.root,
      readOnly: !sessions.policyOf(vault, caller).mayWrite(rootPath),
      index: toIndexShape(vault.status().knowledge),
    })),
  }),
});

export function toIndexShape(
  known: z.output<typeof indexShape> | undefined,
): z.output<typeof indexShape> {
  const { state = 'building', notes = 0, files = 0, pending = 0 } = known ?? {};
  return { state, notes, files, pending };
}
