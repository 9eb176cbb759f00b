import { realpathSync } from 'node:fs';
import { VaultError } from '../contract/errors.ts';
import { toVaultId } from '../engine/store/vault/vault-id.ts';
import { readConfig } from './config.ts';
import { toHttpSettings } from './mcp-config.ts';
import type { Environment } from './places.ts';

/** The token with which a client comes over HTTP; undefined where none is needed. */
export function findMcpToken(env: Environment, client: string): string | undefined {
  const { auth } = toHttpSettings(readConfig(env).mcp, env);
  if (auth.mode === 'none') return undefined;
  if (auth.mode === 'token') {
    return (auth.tokens.find(({ name }) => name === client) ?? auth.tokens[0])?.token;
  }
  throw new VaultError('unsupported', `Tokens of mode "${auth.mode}" are not made by vaultd.`, {
    hint: 'Get one from their issuer, and add it to the configuration of the client.',
  });
}

/** The place of a vault among the addresses of the daemon. */
export function vaultIdOf(root: string): string {
  return toVaultId(realpathSync(root));
}
