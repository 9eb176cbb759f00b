import type { McpOptions } from '../options.ts';
import type { HttpSettings } from './settings.ts';

/** What documents about this server are made of. */
export interface ServerFacts {
  readonly settings: HttpSettings;
  /** The `Host` header: how this client reaches us. */
  readonly host: string;
  readonly version: string;
  readonly options: McpOptions;
}

const resourcePrefix = '/.well-known/oauth-protected-resource';

/** A document at a well-known path, if we have it. */
export async function findWellKnown(about: ServerFacts, pathname: string): Promise<unknown> {
  const { settings } = about;
  if (pathname === '/.well-known/mcp.json') return toCard(about, settings.path);
  if (!pathname.startsWith(resourcePrefix) || settings.auth.mode !== 'oauth') return undefined;
  const path = pathname.slice(resourcePrefix.length);
  return {
    resource: baseOf(about) + (path === '' || path === '/' ? settings.path : path),
    authorization_servers: [settings.auth.issuer],
    bearer_methods_supported: ['header'],
  };
}

/** The challenge to a client without a token, which says where it can get one. */
export function toChallenge(about: ServerFacts, pathname: string): string {
  if (about.settings.auth.mode !== 'oauth') return 'Bearer';
  return `Bearer resource_metadata="${baseOf(about)}${resourcePrefix}${pathname}"`;
}

/** A description of the server, as a browser shows it. */
export async function toCard(
  { settings, version, options }: ServerFacts,
  endpoint: string,
): Promise<unknown> {
  // The tools are loaded when they are first asked for, not when the daemon starts.
  const { toManifest } = await import('../vault/manifest.ts');
  return {
    name: 'vaultd',
    version,
    transport: { type: 'streamable-http', endpoint },
    authentication: settings.auth.mode === 'none' ? 'none' : 'bearer',
    tools: toManifest(options, false),
  };
}

function baseOf({ settings, host }: ServerFacts): string {
  return (settings.publicUrl ?? `http://${host}`).replace(/\/+$/, '');
}
