import type { JsonWebKey } from 'node:crypto';
import { mcpLimits } from '../../../contract/mcp-limits.ts';

export interface KeySet {
  find(keyId: string | undefined): Promise<JsonWebKey | undefined>;
}

/** The public keys of an issuer, fetched when one is needed and kept for a while. */
export function createKeySet(
  { issuer, jwksUri }: { issuer: string; jwksUri: string | undefined },
  now: () => number,
): KeySet {
  let keys: readonly (JsonWebKey & { kid?: unknown })[] = [];
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    const uri = jwksUri ?? (await discover(issuer));
    keys = toKeys(await fetchJson(uri));
    fetchedAt = now();
  };
  const pick = (keyId: string | undefined) =>
    keyId === undefined && keys.length === 1 ? keys[0] : keys.find(({ kid }) => kid === keyId);
  return {
    async find(keyId) {
      const age = now() - fetchedAt;
      const isStale = age > mcpLimits.keysMsMax;
      // An unknown key may be new, but a client must not make us ask again and again.
      const isWorthAsking = pick(keyId) === undefined && age > mcpLimits.keysMsMin;
      if (isStale || isWorthAsking) {
        fetching ??= refresh().finally(() => {
          fetching = undefined;
        });
        await fetching;
      }
      return pick(keyId);
    },
  };
}

/** Where an issuer publishes its keys. */
async function discover(issuer: string): Promise<string> {
  const base = issuer.replace(/\/+$/, '');
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const found = await fetchJson(`${base}/.well-known/${name}`).catch(() => undefined);
    if (typeof found === 'object' && found !== null && 'jwks_uri' in found)
      return String(found.jwks_uri);
  }
  throw new Error('The issuer does not say where its keys are.');
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(mcpLimits.keysFetchMs),
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`The issuer answered ${response.status}.`);
  return response.json();
}

function toKeys(value: unknown): (JsonWebKey & { kid?: unknown })[] {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : [];
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : [];
}
