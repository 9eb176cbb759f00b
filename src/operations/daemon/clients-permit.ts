import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import type { ClientPermissions } from '../permissions.ts';
import { nothing } from '../shapes.ts';

const folders = z.array(vaultPath).max(overviewLimits.permittedPathsMax).nullish();
const named = z.string().min(1).max(limits.clientNameLengthMax);

const permitted = z.object({
  client: z.string(),
  read: z.array(z.string()).optional().describe('Only these are seen.'),
  write: z.array(z.string()).optional().describe('Only these are changed.'),
  readOnly: z.boolean(),
  approve: z
    .array(z.string())
    .optional()
    .describe('Changes at or below these wait for a person; "/" is everything.'),
});

export const clientsPermissions = defineOperation({
  name: 'clients.permissions',
  summary: 'Permissions that were set for single clients, in addition to the configuration.',
  access: 'admin',
  at: { local: 'ListPermissions', web: 'clients.permissions' },
  input: nothing,
  output: z.object({ clients: z.array(permitted) }),
  run: ({ sessions }) => ({
    clients: Object.entries(sessions.permissions()).map(([client, rules]) =>
      describe(client, rules),
    ),
  }),
});

export const clientsPermit = defineOperation({
  name: 'clients.permit',
  summary:
    'Limit what a client can do in all vaults, by the name it reports. The settings survive restarts and can only narrow what the configuration allows.',
  access: 'admin',
  at: { local: 'PermitClient', web: 'clients.permit' },
  input: z.strictObject({
    client: named.describe('The name that the client reports.'),
    read: folders.describe(
      'The client can read only these paths and everything below them; empty means all.',
    ),
    write: folders.describe(
      'The client can change only these paths and everything below them; empty means all.',
    ),
    readOnly: z.boolean().nullish().describe('The client can change nothing.'),
    approve: folders.describe(
      'Changes at or below these paths need approval; "/" means everything, empty means none.',
    ),
    reset: z.boolean().nullish().describe('Remove earlier settings first.'),
  }),
  output: permitted,
  fails: ['invalid-input'],
  run({ sessions }, { client, reset, ...wanted }) {
    const before = reset ? {} : (sessions.permissions()[client] ?? {});
    const rules = change(before, wanted);
    sessions.permit(client, rules);
    return describe(client, rules);
  },
});

type Wanted = Pick<z.output<typeof clientsPermit.input>, 'read' | 'write' | 'readOnly' | 'approve'>;

/** What is absent stays as it is. */
function change(before: ClientPermissions, wanted: Wanted): ClientPermissions {
  const { readOnly = before.readOnly } = wanted;
  const read = toPrefixes(wanted.read) ?? before.read;
  const write = toPrefixes(wanted.write) ?? before.write;
  const approve = wanted.approve == null ? before.approve : toApprove(wanted.approve);
  return {
    ...(read && read.length > 0 && { read }),
    ...(write && write.length > 0 && { write }),
    ...(readOnly && { readOnly }),
    ...(approve && { approve }),
  };
}

function toPrefixes(paths: readonly string[] | null | undefined): string[] | undefined {
  // The vault itself stands for everything, which is no rule.
  return paths?.map((path) => path.toLowerCase()).filter((path) => path !== '');
}

function toApprove(paths: readonly string[]): ClientPermissions['approve'] {
  if (paths.length === 0) return undefined;
  return paths.includes('') ? true : toPrefixes(paths);
}

function describe(client: string, rules: ClientPermissions): z.output<typeof permitted> {
  const { read, write, readOnly = false, approve } = rules;
  return {
    client,
    ...(read && { read: [...read] }),
    ...(write && { write: [...write] }),
    readOnly,
    ...(approve && { approve: approve === true ? ['/'] : [...approve] }),
  };
}
