import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { RestError } from './errors.ts';

/** The parts of a path after its first one, as they were sent. Empty ones mean nothing. */
export function splitPath(path: string): { first: string; parts: string[]; endsInSlash: boolean } {
  const [first = '', ...parts] = path.split('/').filter((part) => part !== '');
  return { first: first.toLowerCase(), parts, endsInSlash: path.endsWith('/') };
}

/** Parts of a path without their escapes. A slash that was escaped stays in its part. */
export function decodeParts(parts: readonly string[]): string[] {
  return parts.map((part) => {
    const decoded = tryDecode(part);
    if (decoded === undefined) throw outside('An escape in it is malformed.');
    if (decoded.split(/[/\\]/).includes('..')) throw outside('It has ".." in it.');
    return decoded;
  });
}

/** A vault path from a header, such as `Destination`. Backslashes count as slashes. */
export function readDestination(header: string | undefined, source: string): VaultPath {
  if (header === undefined || header.trim() === '') throw new RestError('destination-missing');
  const decoded = tryDecode(header.trim())?.replaceAll('\\', '/');
  if (decoded === undefined) throw new RestError('destination-malformed');
  if (decoded.split('/').includes('..')) throw outside('It has ".." in it.');
  const name = source.slice(source.lastIndexOf('/') + 1);
  return parseVaultPath(decoded.endsWith('/') && decoded !== '/' ? decoded + name : decoded);
}

/** Undefined when an escape is malformed. */
export function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function outside(why: string): RestError {
  return new RestError('path-outside-vault', why);
}
