import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isVaultError } from '../../contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';

/** Paths of one vault as one client writes them: absolute, in either spelling of the root. */
export class VaultPaths {
  readonly #configured: string;
  readonly #real: string;
  /** Where the client works, once it has said so. */
  clientFolder: string | undefined;

  constructor(root: string) {
    this.#configured = root;
    this.#real = realOf(root);
  }

  /** As configured and as it really is; one where both are the same. */
  get roots(): string[] {
    return [...new Set([this.#configured, this.#real])];
  }

  /** The root in the spelling that the client uses. */
  get root(): string {
    const { clientFolder: folder } = this;
    return this.roots.find((root) => folder && isBelow(folder, root)) ?? this.#configured;
  }

  toAbsolute(path: string): string {
    return path === '' ? this.root : join(this.root, ...path.split('/'));
  }

  toUrl(path: string): string {
    return pathToFileURL(this.toAbsolute(path)).href;
  }

  /** Neither escaped nor encoded: how clients compare the URIs of diagnostics. */
  toRawUri(path: string): string {
    return `file://${this.toAbsolute(path)}`;
  }

  /** An argument as messages show it, also when it names nothing. */
  toShown(argument: string): string {
    return resolve(this.root, argument.replace(/^file:\/\//, ''));
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
    if (!isAbsolute(argument)) return tryParse(argument);
    const root = this.roots.find((each) => isBelow(argument, each));
    if (root !== undefined) return tryParse(relative(root, argument));
    // A third spelling, through links that we do not know.
    const real = realOf(argument);
    return isBelow(real, this.#real) ? tryParse(relative(this.#real, real)) : undefined;
  }
}

/** A URI may be percent-encoded or not, and a name may have percent signs of its own. */
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
    return parseVaultPath(path.split(sep).join('/'));
  } catch (thrown) {
    if (isVaultError(thrown)) return undefined;
    throw thrown;
  }
}

function hasControls(text: string): boolean {
  return /[\u0000-\u001f\u007f]/.test(text);
}
