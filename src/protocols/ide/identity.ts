import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { ideLimits } from '../../contract/limits.ts';
import { readPrivateJson } from '../../kit/private-files.ts';

const identityShape = z.object({
  /** 0 when any port will do. */
  port: z.int(),
  token: z.string().min(43),
  /** When the token was made. */
  since: z.number(),
});

/** What a client knows us by. It is kept across restarts, because clients come back to it. */
export type Identity = Readonly<z.output<typeof identityShape>>;

/** The identity of the last start, or a new one where there is none or its token is too old. */
export function readIdentity(file: string, nowMs: number, rotate: boolean): Identity {
  const known = readPrivateJson(file, identityShape);
  if (known === undefined) return newIdentity(0, nowMs);
  const isOld = rotate || nowMs - known.since > ideLimits.tokenAgeMsMax || known.since > nowMs;
  return isOld ? newIdentity(known.port, nowMs) : known;
}

export function newIdentity(port: number, nowMs: number): Identity {
  return { port, token: randomBytes(32).toString('base64url'), since: nowMs };
}
