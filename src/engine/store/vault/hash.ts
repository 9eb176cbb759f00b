import { hash } from 'node:crypto';

/** The version of a content: SHA-256 of its bytes, in hex. */
export function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
