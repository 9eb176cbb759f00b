import { createHmac, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { isRecord, tryParseJson } from '../../../kit/records.ts';
import { isSameSecret } from '../../../kit/secrets.ts';

export type Claims = Readonly<Record<string, unknown>>;

interface Parsed {
  readonly header: Claims;
  readonly claims: Claims;
  /** What is signed. */
  readonly signed: string;
  readonly signature: Buffer;
}

/** Keys to check signatures with: one secret, or public keys by their id. */
export type KeySource =
  | { readonly secret: string }
  | { find(keyId: string | undefined): Promise<JsonWebKey | undefined> };

export interface ClaimRules {
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  readonly nowMs: number;
}

/** Clocks of two machines may differ by this much. */
const skewSeconds = 60;

const publicAlgorithms: Readonly<Record<string, string>> = {
  RS256: 'sha256',
  RS384: 'sha384',
  RS512: 'sha512',
  ES256: 'sha256',
  ES384: 'sha384',
};

/** The claims of a token whose signature, times, issuer and audience are right; else undefined. */
export async function verifyJwt(
  token: string,
  keys: KeySource,
  rules: ClaimRules,
): Promise<Claims | undefined> {
  const parsed = parse(token);
  if (parsed === undefined || !fits(parsed.claims, rules)) return undefined;
  const isGenuine =
    'secret' in keys ? isSigned(parsed, keys.secret) : await isSignedByKey(parsed, keys);
  return isGenuine ? parsed.claims : undefined;
}

function parse(token: string): Parsed | undefined {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return undefined;
  const [head, body] = [decode(header), decode(claims)];
  if (head === undefined || body === undefined) return undefined;
  return {
    header: head,
    claims: body,
    signed: `${header}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function decode(part: string): Claims | undefined {
  const value = tryParseJson(Buffer.from(part, 'base64url').toString());
  return isRecord(value) ? value : undefined;
}

function isSigned({ header, signed, signature }: Parsed, secret: string): boolean {
  if (header.alg !== 'HS256') return false;
  const wanted = createHmac('sha256', secret).update(signed).digest();
  return isSameSecret(signature, wanted);
}

async function isSignedByKey(
  { header, signed, signature }: Parsed,
  keys: { find(keyId: string | undefined): Promise<JsonWebKey | undefined> },
): Promise<boolean> {
  const hash = typeof header.alg === 'string' ? publicAlgorithms[header.alg] : undefined;
  if (hash === undefined) return false;
  const jwk = await keys.find(typeof header.kid === 'string' ? header.kid : undefined);
  if (jwk === undefined) return false;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const dsaEncoding = 'ieee-p1363';
    return verify(hash, Buffer.from(signed), { key, dsaEncoding }, signature);
  } catch {
    // A key of another kind than the header says.
    return false;
  }
}

function fits(claims: Claims, { issuer, audience, nowMs }: ClaimRules): boolean {
  const now = nowMs / 1000;
  const { exp, nbf, iss, aud } = claims;
  if (typeof exp !== 'number' || exp + skewSeconds < now) return false;
  if (typeof nbf === 'number' && nbf - skewSeconds > now) return false;
  if (issuer !== undefined && iss !== issuer) return false;
  const audiences = Array.isArray(aud) ? aud : [aud];
  return audience === undefined || audiences.includes(audience);
}
