import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ideLimits } from '../../contract/limits.ts';
import { makePrivateFolder, replaceFile } from '../../kit/private-files.ts';

/** What a client knows us by. It outlives restarts, because clients come back to where they were. */
export interface Identity {
  /** 0 when any will do. */
  readonly port: number;
  readonly token: string;
  /** When the token was made. */
  readonly since: number;
}

const identityShape = z.object({ port: z.int(), token: z.string().min(43), since: z.number() });

/** The identity of the last life, or a new one where there is none or its token is too old. */
export function recallIdentity(file: string, nowMs: number, rotate: boolean): Identity {
  const known = readIdentity(file);
  if (known === undefined) return newIdentity(0, nowMs);
  const isOld = rotate || nowMs - known.since > ideLimits.tokenAgeMsMax || known.since > nowMs;
  return isOld ? newIdentity(known.port, nowMs) : known;
}

export function newIdentity(port: number, nowMs: number): Identity {
  return { port, token: randomBytes(32).toString('base64url'), since: nowMs };
}

export function rememberIdentity(file: string, identity: Identity): void {
  makePrivateFolder(dirname(file));
  replaceFile(file, JSON.stringify(identity));
}

function readIdentity(file: string): Identity | undefined {
  try {
    return identityShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
