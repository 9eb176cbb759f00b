import { z } from 'zod';

/** The `web` table of the configuration. */
export const webShape = z.strictObject({
  enabled: z.boolean().default(true),
  port: z.int().min(1).max(65_535).optional(),
  extra_hosts: z.array(z.string()).default([]),
});
export type WebConfig = z.output<typeof webShape>;
