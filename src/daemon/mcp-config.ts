import * as z from 'zod';
import type { AuthSettings, HttpSettings } from '../protocols/mcp/http/settings.ts';
import { resultForms } from '../protocols/mcp/result-forms.ts';
import { choiceOf, flagOf, settingOf, wrongVariable } from './environment.ts';
import { keepMcpToken, mcpTokenFile } from './mcp-token.ts';
import type { Environment } from './places.ts';

const token = z.strictObject({
  name: z.string().min(1),
  token: z.string().min(16),
  scopes: z.array(z.string()).default(['*']),
});

/** The `mcp` table of the configuration. */
export const mcpShape = z.strictObject({
  http: z.boolean().default(true),
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).optional(),
  path: z.string().startsWith('/').default('/mcp'),
  max_body_bytes: z
    .int()
    .min(0)
    .default(1024 * 1024),
  allowed_origins: z.array(z.string()).default([]),
  public_url: z.url().optional(),
  auth: z.enum(['token', 'none']).optional(),
  tokens: z.array(token).default([]),
  strict: z.boolean().default(false),
  commands: z.boolean().default(false),
  confirm_delete: z.boolean().optional(),
  results: z.enum(resultForms).optional(),
});
export type McpConfig = z.output<typeof mcpShape>;

const defaultPort = 3010;

/** How MCP is served over HTTP: the environment over the file. */
export function toHttpSettings(config: McpConfig, env: Environment): HttpSettings {
  const port = numberOf(env, 'MCP_HTTP_PORT') ?? config.port;
  const origins = settingOf(env, 'MCP_ALLOWED_ORIGINS')
    ?.split(',')
    .map((origin) => origin.trim());
  const modes = ['auto', 'stateful', 'stateless'] as const;
  const isStateless = choiceOf(env, 'MCP_SESSION_MODE', modes, 'stateful') === 'stateless';
  const confirms = flagOf(env, 'OBSIDIAN_DELETE_ELICITATION', 'on').on ?? config.confirm_delete;
  if (isStateless && confirms === true) {
    throw wrongVariable('MCP_SESSION_MODE', 'asking before a note is deleted needs sessions');
  }
  return {
    host: settingOf(env, 'MCP_HTTP_HOST') ?? config.host,
    port: port ?? defaultPort,
    isPortFixed: port !== undefined,
    path: settingOf(env, 'MCP_HTTP_ENDPOINT_PATH') ?? config.path,
    bodyBytesMax: numberOf(env, 'MCP_HTTP_MAX_BODY_BYTES') ?? config.max_body_bytes,
    origins: origins ?? config.allowed_origins,
    publicUrl: settingOf(env, 'MCP_PUBLIC_URL') ?? config.public_url,
    isStateless,
    auth: toAuth(config, env),
    ignoresScopes: flagOf(env, 'MCP_AUTH_DISABLE_SCOPE_CHECKS', 'on').on ?? false,
  };
}

function toAuth({ auth, tokens }: McpConfig, env: Environment): AuthSettings {
  const modes = ['none', 'token', 'jwt', 'oauth'] as const;
  const mode = choiceOf(env, 'MCP_AUTH_MODE', modes, auth ?? 'token');
  switch (mode) {
    case 'none':
      return { mode };
    case 'token':
      return tokens.length > 0
        ? { mode, tokens }
        : { mode, tokens: [keepMcpToken(env)], file: mcpTokenFile(env) };
    case 'jwt':
      return {
        mode,
        secret: secretOf(env),
        issuer: settingOf(env, 'MCP_JWT_EXPECTED_ISSUER'),
        audience: settingOf(env, 'MCP_JWT_EXPECTED_AUDIENCE'),
      };
    case 'oauth':
      return {
        mode,
        issuer: required(env, 'OAUTH_ISSUER_URL'),
        audience: required(env, 'OAUTH_AUDIENCE'),
        jwksUri: settingOf(env, 'OAUTH_JWKS_URI'),
      };
  }
}

function secretOf(env: Environment): string {
  const secret = required(env, 'MCP_AUTH_SECRET_KEY');
  if (secret.length < 32)
    throw wrongVariable('MCP_AUTH_SECRET_KEY', 'it is shorter than 32 characters');
  return secret;
}

function required(env: Environment, name: string): string {
  const value = settingOf(env, name);
  if (value === undefined) throw wrongVariable(name, 'it is not set, but MCP_AUTH_MODE needs it');
  return value;
}

function numberOf(env: Environment, name: string): number | undefined {
  const value = settingOf(env, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,10}$/.test(value)) throw wrongVariable(name, `"${value}" is not a whole number`);
  return Number(value);
}
