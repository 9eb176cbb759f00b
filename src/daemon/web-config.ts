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
  remote: z
    .strictObject({
      host: z.string().default('0.0.0.0'),
      port: z.int().min(1).max(65_535).optional(),
      names: z
        .array(z.string().regex(/^[\w.-]+$/, 'must be a host name or an IPv4 address'))
        .min(1),
      certificate: z.string().optional(),
      key: z.string().optional(),
    })
    .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), {
      error: 'needs both certificate and key, or neither',
    })
    .optional(),
});
export type WebConfig = z.output<typeof webShape>;
