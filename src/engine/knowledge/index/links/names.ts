import { nameOf } from '../../../../contract/paths.ts';
/** Paths as links compare them: one Unicode form, plain blanks, any case. */
export function foldPath(path: string): string {
  return plainAscii.test(path) ? path.toLowerCase() : foldRest(path);
}

/** A link's path cleaned of what does not count: Unicode form, no-break spaces, doubled slashes. */
export function cleanLinkPath(path: string): string {
  if (plainAscii.test(path) && !path.includes('//')) return path;
  return path
    .normalize('NFC')
    .replaceAll('\u00a0', ' ')
    .replace(/\/{2,}/g, '/');
}

/** A path without `.md` at its end, in any case. */
export function dropMd(path: string): string {
  return path.length > 3 && path.slice(-3).toLowerCase() === '.md' ? path.slice(0, -3) : path;
}

/** What a file and every link that may lead to it have in common. */
export function nameKey(path: string): string {
  return dropMd(foldPath(nameOf(path)));
}

/** The text after the last dot of the name, lower-case; empty when there is none. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** By code units, the order in which pages are listed. */
export function comparePlain(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function foldRest(path: string): string {
  return path.normalize('NFC').replaceAll('\u00a0', ' ').toLowerCase();
}

const plainAscii = /^[\x00-\x7f]*$/;
