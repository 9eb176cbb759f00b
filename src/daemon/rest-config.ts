import * as z from 'zod';
import { restLimits } from '../contract/rest-limits.ts';
import { isLoopbackName } from '../kit/loopback.ts';
import { keyRights, toKeyDigest, toStoredKey } from '../protocols/rest/keys.ts';
import type { RestSettings } from '../protocols/rest/settings.ts';
import { prefixes } from './prefixes.ts';

const port = z.int().min(0).max(65_535);

/** The `rest` table of the configuration. */
export const restShape = z.strictObject({
  enabled: z.boolean().default(false),
  host: z.string().default('127.0.0.1'),
  https_port: port.default(27_124),
  http_port: port.default(27_123),
  http: z.boolean().default(true),
  key_header: z.string().min(1).default('authorization'),
  origins: z.array(z.string()).default([]),
  extra_hosts: z.array(z.string()).default([]),
  certificate_names: z
    .array(z.string().regex(/^[\w.-]+$/, 'must be a host name or an IPv4 address'))
    .default([]),
  max_body_mb: z
    .number()
    .positive()
    .default(restLimits.bodyBytesMax / 2 ** 20),
  generation: keyRights.generation,
  show_keys: z.boolean().default(false),
  keys: z
    .array(
      z.strictObject({
        ...keyRights,
        read: prefixes.optional(),
        write: prefixes.optional(),
        key: z.string().regex(/^\S{16,}$/, 'is too short'),
      }),
    )
    .default([]),
});
export type RestConfig = z.output<typeof restShape>;

export function toRestSettings(config: RestConfig): RestSettings {
  const { host } = config;
  // Of an address that stands for all of them, nobody can know under which one a client comes.
  const own = isLoopbackName(host) || host === '0.0.0.0' || host.includes(':') ? [] : [host];
  return {
    host,
    httpsPort: config.https_port,
    httpPort: config.http ? config.http_port : undefined,
    keyHeader: config.key_header.toLowerCase(),
    origins: config.origins,
    extraHosts: [
      ...config.extra_hosts.map((name) => name.toLowerCase()),
      ...own.map((name) => `${name.toLowerCase()}:${config.https_port}`),
    ],
    certificateNames: [...config.certificate_names, ...own],
    bodyBytesMax: Math.round(config.max_body_mb * 2 ** 20),
    generation: config.generation,
    keys: config.keys.map(({ key, ...rights }) =>
      toStoredKey({ ...rights, digest: toKeyDigest(key) }),
    ),
  };
}
