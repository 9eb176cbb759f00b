import { VaultError } from '../../contract/errors.ts';
import { RestError } from './errors.ts';

/** The parts of a path after its first one, as they were sent. Empty ones mean nothing. */
export function splitPath(path: string): { first: string; parts: string[]; endsInSlash: boolean } {
  const parts: string[] = [];
  for (const part of path.split('/')) if (part !== '') parts.push(part);
  const first = parts.shift() ?? '';
  return { first: first.toLowerCase(), parts, endsInSlash: path.endsWith('/') };
}

/** Parts of a path without their escapes. A slash that was escaped stays in its part. */
export function decodeParts(parts: readonly string[]): string[] {
  return parts.map((part) => {
    const decoded = part.includes('%') ? tryDecode(part) : part;
    if (decoded === undefined) throw outside(toWhole(parts), 'An escape in it is malformed.');
    if (decoded.includes('..') && decoded.split(/[/\\]/).includes('..'))
      throw outside(toWhole(parts), 'It has ".." in it.');
    return decoded;
  });
}

/** All parts, as well as they can be decoded. */
function toWhole(parts: readonly string[]): string {
  return parts.map((part) => tryDecode(part) ?? part).join('/');
}

/** A path from a header, such as `Destination`. Backslashes count as slashes. */
export function readDestination(header: string | undefined, source: string): string {
  if (header === undefined || header.trim() === '') throw new RestError('destination-missing');
  const decoded = tryDecode(header.trim())?.replaceAll('\\', '/');
  if (decoded === undefined) throw new RestError('destination-malformed');
  if (decoded.split('/').includes('..')) throw outside(decoded, 'It has ".." in it.');
  const name = source.slice(source.lastIndexOf('/') + 1);
  return decoded.endsWith('/') && decoded !== '/' ? decoded + name : decoded;
}

/** Undefined when an escape is malformed. */
export function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function outside(path: string, why: string): RestError {
  const cause = new VaultError('path-outside-vault', `"${path}" is no path in the vault.`, {
    path,
  });
  return new RestError('path-outside-vault', why, { cause });
}
