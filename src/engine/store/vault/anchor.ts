import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { VaultError } from '../../../contract/errors.ts';
import { nameOf, type VaultPath } from '../../../contract/paths.ts';
import { systemCode, withWords } from './system-errors.ts';

/**
 * Names what an open descriptor really is. A path can be swapped for a link between the check and
 * the use; a descriptor cannot, so the check is made on what was opened.
 */
interface RealNames {
  ofDescriptor(descriptor: number, path: string): string;
  /** A path to `name` in the folder behind the descriptor, whatever happens to the folder's own path. */
  inFolder(descriptor: number, real: string, name: string): string;
}

/** Where Linux shows what this process has open. By its number, since `self` is one more link to follow. */
const opened = findOpened();

/** Linux: the kernel says what was opened, and `/proc/1234/fd/N/name` is resolved from the open folder itself. */
const byProc: RealNames = {
  ofDescriptor: (descriptor) => readlinkSync(`${opened}/${descriptor}`),
  inFolder: (descriptor, _real, name) => `${opened}/${descriptor}/${name}`,
};

/** Elsewhere: resolve the path and make sure that it is still what was opened. */
const byRealPath: RealNames = {
  ofDescriptor(descriptor, path) {
    const real = realpathSync.native(path);
    const opened = fstatSync(descriptor, { bigint: true });
    const named = statSync(real, { bigint: true });
    if (opened.ino !== named.ino || opened.dev !== named.dev) {
      throw new VaultError('changed-on-disk', 'The path changed while it was being opened.', {
        hint: 'Try again.',
      });
    }
    return real;
  },
  inFolder: (_descriptor, real, name) => `${real}/${name}`,
};

const realNames = opened === undefined ? byRealPath : byProc;

/** O_PATH on Linux: a descriptor of an entry that is not opened, so that no FIFO or device wakes up. */
const pathFlags = realNames === byProc ? 0o10000000 : constants.O_RDONLY | constants.O_NONBLOCK;

/** The vault on disk, as the root of every containment check. */
export interface Root {
  /** As it was given: absolute and cleaned, links kept. */
  readonly path: string;
  /** Where it really is. */
  readonly real: string;
}

/** An open folder of the vault, proven to lie inside it. */
export interface AnchoredFolder {
  readonly descriptor: number;
  /** Where it really is, when links were on the way. */
  readonly real: VaultPath;
  /** A system path to an entry of this very folder. */
  at(name: string): string;
  close(): void;
}

export function openRoot(path: string): Root {
  return { path, real: realpathSync.native(path) };
}

/** Opens a folder of the vault, to be read or synced. The caller closes it. */
export function openFolder(root: Root, path: VaultPath): AnchoredFolder {
  return openFolderWith(root, path, constants.O_RDONLY | constants.O_NONBLOCK);
}

function openFolderWith(root: Root, path: VaultPath, flags: number): AnchoredFolder {
  const { descriptor, real } = openInside(root, path, flags | constants.O_DIRECTORY);
  return {
    descriptor,
    real: inVault(root, real),
    at: (name) => realNames.inFolder(descriptor, real, name),
    close: () => closeSync(descriptor),
  };
}

/** Runs with a folder as the way to its entries. */
export function inFolder<T>(root: Root, path: VaultPath, run: (folder: AnchoredFolder) => T): T {
  const folder = openFolderWith(root, path, pathFlags);
  try {
    return run(folder);
  } finally {
    folder.close();
  }
}

/** Opens a file for reading, following links inside the vault. The caller closes it. */
export function openForReading(root: Root, path: VaultPath) {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  const { descriptor, real } = openInside(root, path, flags);
  return { descriptor, real: inVault(root, real) };
}

/** Opens an entry for reading unless it is a link. The caller closes it. */
export function openEntry(root: Root, path: VaultPath): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  return openInside(root, path, flags | constants.O_NOFOLLOW).descriptor;
}

/** The same for an entry of a folder that is open. */
export function openEntryIn(root: Root, folder: AnchoredFolder, path: VaultPath): number {
  // Where only its path leads to the folder, another one may be there by now.
  if (realNames !== byProc) return openEntry(root, path);
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  const system = folder.at(nameOf(path));
  return withWords(path, () => openSync(system, flags | constants.O_NOFOLLOW));
}

/** Runs with what a path leads to, through links inside the vault, without opening it. */
export function withEntry<T>(
  root: Root,
  path: VaultPath,
  run: (descriptor: number, real: VaultPath, at: AnchoredFolder['at']) => T,
): T {
  const { descriptor, real } = openInside(root, path, pathFlags);
  try {
    const at = (name: string) => realNames.inFolder(descriptor, real, name);
    return run(descriptor, inVault(root, real), at);
  } finally {
    closeSync(descriptor);
  }
}

function inVault(root: Root, real: string): VaultPath {
  return real.slice(root.real.length + 1) as VaultPath;
}

function openInside(root: Root, path: VaultPath, flags: number) {
  const system = path === '' ? root.real : `${root.real}/${path}`;
  const descriptor = withWords(path, () => openSync(system, flags));
  try {
    const real = realNames.ofDescriptor(descriptor, system);
    if (real !== root.real && !real.startsWith(`${root.real}/`)) throw leadsOutside(root, path);
    return { descriptor, real };
  } catch (thrown) {
    closeSync(descriptor);
    throw systemCode(thrown) === undefined ? thrown : leadsOutside(root, path);
  }
}

function leadsOutside(root: Root, path: VaultPath): VaultError {
  if (!isThere(root)) {
    return new VaultError('unavailable', 'The folder of the vault is missing.', {
      path,
      hint: 'Restore it, or start vaultd with its new path.',
    });
  }
  return new VaultError('path-outside-vault', `path outside vault: ${path}`, {
    path,
    hint: 'A link on the way leads out of the vault. Move its target into the vault to use it here.',
  });
}

function isThere(root: Root): boolean {
  try {
    return realpathSync.native(root.path) === root.real;
  } catch {
    return false;
  }
}

function findOpened(): string | undefined {
  try {
    const found = `/proc/${readlinkSync('/proc/self')}/fd`;
    const descriptor = openSync('/', constants.O_RDONLY);
    try {
      return readlinkSync(`${found}/${descriptor}`) === '/' ? found : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
