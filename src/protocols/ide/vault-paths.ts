import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isVaultError } from '../../contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';

/** Paths of one vault as this protocol writes them: absolute, in either spelling of the root. */
export class VaultPaths {
  /** As configured and as it really is; once where both are the same. */
  readonly roots: readonly string[];
  readonly root: string;
  readonly #real: string;

  constructor(root: string) {
    this.root = root;
    this.#real = realOf(root);
    this.roots = [...new Set([root, this.#real])];
  }

  /** The root in the spelling that a client in this folder would use. */
  rootFor(clientRoot: string | undefined): string {
    return this.roots.find((root) => clientRoot && isBelow(clientRoot, root)) ?? this.root;
  }

  toAbsolute(path: string, root = this.root): string {
    return path === '' ? root : join(root, ...path.split('/'));
  }

  toUrl(path: string, root = this.root): string {
    return pathToFileURL(this.toAbsolute(path, root)).href;
  }

  /** Neither escaped nor encoded: how clients compare the URIs of diagnostics. */
  toRawUri(path: string, root = this.root): string {
    return `file://${this.toAbsolute(path, root)}`;
  }

  /** What an argument names: an absolute path, a `file://` URI or a path in the vault. */
  find(argument: string): VaultPath | undefined {
    const candidates = toCandidates(argument).filter((each) => !hasControls(each));
    const paths = candidates.flatMap((each) => this.#toVaultPath(each) ?? []);
    return paths.find((path) => existsSync(this.toAbsolute(path))) ?? paths[0];
  }

  /** A vault path may start with a slash, where it is not a path of the file system. */
  findInVault(argument: string): VaultPath | undefined {
    const found = this.find(argument);
    if (found !== undefined || !argument.startsWith('/') || hasControls(argument)) return found;
    return tryParse(argument.replace(/^\/+/, ''));
  }

  #toVaultPath(argument: string): VaultPath | undefined {
    if (!isAbsolute(argument)) return tryParse(argument.split(sep).join('/'));
    const root = this.roots.find((each) => isBelow(argument, each));
    if (root !== undefined) return tryParse(toSlashes(relative(root, argument)));
    // A third spelling, through links that we have not heard of.
    const real = realOf(argument);
    return isBelow(real, this.#real) ? tryParse(toSlashes(relative(this.#real, real))) : undefined;
  }
}

/** A URI may be percent-encoded or not, and a name may look as if it were. */
function toCandidates(argument: string): string[] {
  if (!argument.startsWith('file://')) return [argument];
  const rest = argument.slice('file://'.length).replace(/^\/(?=[A-Za-z]:[\\/])/, '');
  try {
    return [rest, decodeURIComponent(rest)];
  } catch {
    return [rest];
  }
}

/** The real path of the part that exists, and the rest as it is. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), relative(parent, path));
  }
}

function isBelow(path: string, folder: string): boolean {
  const at = resolve(path);
  return at === folder || at.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function tryParse(path: string): VaultPath | undefined {
  try {
    return parseVaultPath(path);
  } catch (thrown) {
    if (isVaultError(thrown)) return undefined;
    throw thrown;
  }
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}

function hasControls(text: string): boolean {
  return /[\u0000-\u001f\u007f]/.test(text);
}
