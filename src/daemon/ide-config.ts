import * as z from 'zod';
import { ideLimits } from '../contract/limits.ts';
import { shareModes } from '../contract/workspace.ts';

export const mebibyte = 2 ** 20;

/** What is shared with assistants, for all vaults or for one. */
const sharingShape = {
  share: z.enum(shareModes).optional(),
  exclude: z.array(z.string()).optional(),
};

/** The `ide` table of a vault. */
export const vaultIdeShape = z.strictObject(sharingShape);

/** The `ide` table of the configuration. */
export const ideShape = z.strictObject({
  enabled: z.boolean().default(true),
  ...sharingShape,
  private_property: z.string().min(1).default('ai'),
  prompts: z.boolean().default(true),
  resources: z.boolean().default(true),
  instructions: z.string().default(''),
  max_message_mb: z
    .number()
    .positive()
    .default(ideLimits.messageBytesMax / mebibyte),
  open_review: z.boolean().default(true),
  lock_dirs: z.array(z.string()).default([]),
  lock_pid: z.boolean().default(true),
  extra_hosts: z.array(z.string()).default([]),
  rotate_token: z.boolean().default(false),
  ping_seconds: z
    .number()
    .min(ideLimits.pingMsMin / 1000)
    .default(ideLimits.pingMs / 1000),
});
export type IdeConfig = z.output<typeof ideShape>;
