import { createHash } from 'node:crypto';

/** The version of a content: SHA-256 of its bytes, in hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
