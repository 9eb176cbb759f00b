import { isVaultError, VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { joinPath, nameOf, parentOf, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { Call } from '../operation.ts';

export interface Loose {
  /** The only file whose path differs in case alone. */
  readonly found?: VaultPath;
  /** Files in the same folder with the same name and another extension. */
  readonly suggestions: readonly VaultPath[];
}

type Vault = Pick<Call['vault'], 'list'>;

/** Finds what a caller may have meant by a path that does not exist. */
export function findLoosely(vault: Vault, path: VaultPath): Loose {
  const folder = findFolder(vault, parentOf(path));
  if (folder === undefined) return { suggestions: [] };
  const files = names(vault, folder, 'file');
  const name = nameOf(path);
  const same = files.filter((file) => fold(file) === fold(name));
  const [only, ...others] = same;
  if (others.length > 0)
    throw ambiguous(
      path,
      same.map((file) => joinPath(folder, file)),
    );
  if (only !== undefined) return { found: joinPath(folder, only), suggestions: [] };
  return { suggestions: siblings(files, name).map((file) => joinPath(folder, file)) };
}

/** Files that a caller may have meant, for tools that never take another spelling. */
export function suggest(vault: Vault, path: VaultPath): VaultPath[] {
  const folder = parentOf(path);
  return siblings(names(vault, folder, 'file'), nameOf(path)).map((file) => joinPath(folder, file));
}

/** The folder itself, or the only one whose names differ in case alone. */
function findFolder(vault: Vault, path: VaultPath): VaultPath | undefined {
  let at: VaultPath = rootPath;
  for (const name of path === rootPath ? [] : path.split('/')) {
    const folders = names(vault, at, 'folder');
    const same = folders.includes(name)
      ? [name]
      : folders.filter((each) => fold(each) === fold(name));
    const [only] = same;
    if (only === undefined || same.length > 1) return undefined;
    at = joinPath(at, only);
  }
  return at;
}

function siblings(files: readonly string[], name: string): string[] {
  return files
    .filter((file) => fold(stem(file)) === fold(stem(name)))
    .slice(0, limits.suggestionsMax);
}

function names(vault: Vault, folder: VaultPath, type: 'file' | 'folder'): string[] {
  try {
    return vault
      .list(folder)
      .filter(
        ({ name, stat }) =>
          !name.startsWith('.') && (stat.type === 'folder') === (type === 'folder'),
      )
      .map(({ name }) => name);
  } catch (thrown) {
    if (isVaultError(thrown)) return [];
    throw thrown;
  }
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function ambiguous(path: VaultPath, matches: readonly VaultPath[]): VaultError {
  const quoted = matches.map((match) => `"${match}"`).join(', ');
  return new VaultError(
    'invalid-input',
    `Ambiguous case-insensitive matches for '${path}': ${quoted}.`,
    {
      path,
      reason: 'ambiguous-path',
      hint: 'Use one of these paths exactly as it is spelled.',
      data: { matches },
    },
  );
}
