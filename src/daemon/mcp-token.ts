import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from '../kit/private-files.ts';
import type { StaticToken } from '../protocols/mcp/http/settings.ts';
import { type Environment, stateDir } from './places.ts';

const kept = z.object({ token: z.string().min(16) });

/** Where the token for MCP over HTTP is kept, unless the configuration has tokens. */
export function mcpTokenFile(env: Environment): string {
  return join(stateDir(env), 'mcp-token.json');
}

/** The token of the owner, which is made once and readable only by them. */
export function keepMcpToken(env: Environment): StaticToken {
  const file = mcpTokenFile(env);
  if (readPrivateJson(file, kept) === undefined) {
    writePrivateJson(file, { token: randomBytes(32).toString('base64url') });
  }
  // Another process may have put its own in place meanwhile.
  const { token } = kept.parse(readPrivateJson(file, kept));
  return { name: 'owner', token, scopes: ['*'] };
}
