import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that does not depend on where they differ. */
export function isSameSecret(given: string | Buffer, wanted: string | Buffer): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted));
}

/** A secret as it may be stored or looked up. Digests have one length and no order that could be guessed at. */
export function digestOf(secret: string | Buffer): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The same in hex. */
export function hexDigestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}
