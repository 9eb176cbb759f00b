import { hash } from 'node:crypto';
import type { FileContent } from './disk.ts';

/** The version of a content: SHA-256 of its bytes, in hex. */
export function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

const hashes = new WeakMap<FileContent, string>();

/** The same of what was read. A content that stays in memory is hashed once. */
export function hashOfContent(content: FileContent): string {
  let known = hashes.get(content);
  if (known === undefined) {
    known = hashOf(content.bytes);
    hashes.set(content, known);
  }
  return known;
}
