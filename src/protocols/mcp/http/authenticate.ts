import type { AuthInfo } from '@modelcontextprotocol/server';
import { toBearer } from '../../../kit/headers.ts';
import { isSameSecret } from '../../../kit/secrets.ts';
import { createKeySet } from './jwks.ts';
import { type Claims, type KeySource, verifyJwt } from './jwt.ts';
import type { AuthSettings, StaticToken } from './settings.ts';

/** Says who a request comes from; undefined when it must not come in. */
export type Authenticate = (authorization: string | undefined) => Promise<AuthInfo | undefined>;

/** A protocol without authentication has no `Authenticate`: anyone who can reach it may use it. */
export function createAuthenticate(
  settings: AuthSettings,
  now: () => number,
): Authenticate | undefined {
  if (settings.mode === 'none') return undefined;
  if (settings.mode === 'token') {
    return async (authorization) => findStatic(settings.tokens, toBearer(authorization));
  }
  const keys: KeySource =
    settings.mode === 'jwt' ? { secret: settings.secret } : createKeySet(settings, now);
  const { issuer, audience } = settings;
  return async (authorization) => {
    const token = toBearer(authorization);
    if (token === undefined) return undefined;
    const claims = await verifyJwt(token, keys, { issuer, audience, nowMs: now() });
    return claims && toAuthInfo(token, claims);
  };
}

/** Every token is compared, and each in the same time, whatever it begins with. */
function findStatic(
  tokens: readonly StaticToken[],
  given: string | undefined,
): AuthInfo | undefined {
  if (given === undefined) return undefined;
  const [found] = tokens.filter(({ token }) => isSameSecret(given, token));
  return found && { token: given, clientId: found.name, scopes: [...found.scopes] };
}

function toAuthInfo(token: string, claims: Claims): AuthInfo | undefined {
  const clientId = claims.cid ?? claims.client_id;
  if (typeof clientId !== 'string' || clientId === '') return undefined;
  const scopes = [claims.scp, claims.scope, claims.mcp_tool_scopes].flatMap(toScopes);
  return { token, clientId, scopes: [...new Set(scopes)], expiresAt: Number(claims.exp) };
}

function toScopes(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((scope) => scope !== '');
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : [];
}
