import * as z from 'zod';

/** The `web` table of the configuration. */
export const webShape = z.strictObject({
  enabled: z.boolean().default(true),
  port: z.int().min(1).max(65_535).optional(),
  name: z
    .string()
    .regex(/^(127\.0\.0\.1|([a-z0-9-]+\.)*localhost)$/, 'must be 127.0.0.1 or a name of localhost')
    .default('127.0.0.1'),
  extra_hosts: z.array(z.string()).default([]),
});
export type WebConfig = z.output<typeof webShape>;
