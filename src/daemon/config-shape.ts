import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { logLevels } from '../kit/log.ts';
import { ideShape, vaultIdeShape } from './ide-config.ts';
import { ledgerShape } from './ledger-config.ts';
import { mcpShape } from './mcp-config.ts';
import { prefixes } from './prefixes.ts';
import { restShape } from './rest-config.ts';
import { webShape } from './web-config.ts';

const policyShape = {
  read_only: z.boolean().optional(),
  read_paths: prefixes.optional(),
  write_paths: prefixes.optional(),
  deny: z.array(z.string()).optional(),
  /** Changes that wait for a person: all of them, or those below these folders. */
  approve: z.union([z.boolean(), prefixes]).optional(),
};

/** The remote protocol of one vault: on, off, or the paths of its socket and its token. */
const remoteShape = z.union([
  z.boolean(),
  z.strictObject({ socket: z.string().optional(), token_file: z.string().optional() }),
]);

const vaultShape = z.strictObject({
  path: z.string(),
  name: z.string().optional(),
  remote: remoteShape.optional(),
  ide: vaultIdeShape.optional(),
  ledger: ledgerShape.optional(),
  ...policyShape,
});

/** The configuration file. Protocols add their own tables. */
export const configShape = z.strictObject({
  vaults: z.array(vaultShape).default([]),
  durability: z.enum(['fsync', 'rename']).default('fsync'),
  history: z
    .strictObject({
      max_age_days: z.number().positive().default(limits.historyAgeDaysMax),
      max_size_mb: z
        .number()
        .positive()
        .default(limits.historyBytesMax / 2 ** 20),
    })
    .prefault({}),
  log: z
    .strictObject({ level: z.enum(logLevels).default('warn'), json: z.boolean().default(false) })
    .prefault({}),
  ide: ideShape.prefault({}),
  mcp: mcpShape.prefault({}),
  rest: restShape.prefault({}),
  web: webShape.prefault({}),
  /** What single clients may do, by the names they give themselves. */
  clients: z.record(z.string(), z.strictObject(policyShape)).default({}),
});

export type Config = z.output<typeof configShape>;
export type VaultConfig = Config['vaults'][number];
export type PolicyConfig = z.output<z.ZodObject<typeof policyShape>>;
