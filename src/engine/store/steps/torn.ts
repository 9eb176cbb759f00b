/** File systems bring files to disk in blocks of this size, or of a multiple of it. */
const blockBytes = 4096;

/**
 * What a loss of power leaves of a file whose name reached the disk before its bytes did: each of
 * its blocks is there or is zero, and those at the end may be missing.
 */
export function isTorn(bytes: Buffer, wanted: Buffer): boolean {
  if (bytes.length > wanted.length) return false;
  if (bytes.length < wanted.length && bytes.length % blockBytes !== 0) return false;
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    const isThere = block.equals(wanted.subarray(at, at + block.length));
    if (!isThere && block.some((byte) => byte !== 0)) return false;
  }
  return true;
}
