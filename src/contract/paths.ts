import { VaultError } from './errors.ts';
import { limits } from './limits.ts';

declare const vaultPathBrand: unique symbol;

/** A path inside a vault: relative, `/` between names, cleaned; the root is `""`. Made only here. */
export type VaultPath = string & { readonly [vaultPathBrand]: true };

/** The root of every vault. */
export const rootPath = '' as VaultPath;

/** Checks and cleans a path as a caller wrote it. Nothing on disk is read. */
export function parseVaultPath(raw: string): VaultPath {
  if (raw === '' || raw === '/') return rootPath;
  const text = raw.isWellFormed() ? raw : raw.toWellFormed();
  if (text.startsWith('/') || text.includes('\\') || text.includes('\0')) throw outside(raw);
  return (isClean(text) ? text : clean(text, raw)) as VaultPath;
}

/** The path of `name` inside `folder`. */
export function joinPath(folder: VaultPath, name: string): VaultPath {
  return (folder === '' ? name : `${folder}/${name}`) as VaultPath;
}

/** The folder that holds `path`; the root holds itself. */
export function parentOf(path: VaultPath): VaultPath {
  const slash = path.lastIndexOf('/');
  return (slash === -1 ? '' : path.slice(0, slash)) as VaultPath;
}

/** The last name of `path`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** False for a name on disk that no path can say. Such an entry is treated as missing. */
export function isNameable(name: string): boolean {
  return !name.includes('\\');
}

/** True for `folder` itself and everything below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Where `path` is after `from` became `to`. */
export function movedPath(path: VaultPath, from: VaultPath, to: VaultPath): VaultPath {
  return isWithin(path, from) ? (`${to}${path.slice(from.length)}` as VaultPath) : path;
}

/** True when a name of the path starts with a dot: closed to notes, open to file access. */
export function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/** Notes are Markdown files, whatever the case of their ending. */
export function isNote(path: string): boolean {
  const end = path.length;
  // Every file is tested, so the last letters are compared in place.
  const isLetter = (at: number, lower: number) => (path.charCodeAt(at) | 32) === lower;
  return (
    end > 3 && path.charCodeAt(end - 3) === 46 && isLetter(end - 2, 109) && isLetter(end - 1, 100)
  );
}

/**
 * Folders before their contents, siblings by the bytes of their names. UTF-16 order differs from that
 * of UTF-8 only where surrogates compare with the top of the basic plane.
 */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // A name that ends here comes before every longer one.
    if (x === 47 || y === 47) return x === 47 ? -1 : 1;
    return fixSurrogate(x) - fixSurrogate(y);
  }
  return a.length - b.length;
}

function isClean(text: string): boolean {
  if (text.length > limits.nameBytesMax / 4 && !isShort(text)) return false;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text.charCodeAt(i) !== 47) continue;
    const length = i - start;
    if (length === 0) return false;
    if (text.charCodeAt(start) === 46 && length <= 2) {
      if (length === 1 || text.charCodeAt(start + 1) === 46) return false;
    }
    start = i + 1;
  }
  return true;
}

function isShort(text: string): boolean {
  return text.split('/').every((name) => Buffer.byteLength(name) <= limits.nameBytesMax);
}

function clean(text: string, raw: string): string {
  const names: string[] = [];
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (names.pop() === undefined) throw outside(raw);
      continue;
    }
    if (Buffer.byteLength(name) > limits.nameBytesMax) {
      throw new VaultError(
        'name-too-long',
        `A name in the path is longer than ${limits.nameBytesMax} bytes.`,
        {
          path: raw,
          hint: 'Use a shorter name.',
        },
      );
    }
    names.push(name);
  }
  return names.join('/');
}

function outside(raw: string): VaultError {
  return new VaultError('path-outside-vault', `path outside vault: ${raw}`, {
    path: raw,
    hint: 'Paths are relative to the vault, with "/" between names, for example "folder/note.md".',
  });
}

function fixSurrogate(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
