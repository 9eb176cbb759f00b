import { VaultError } from '../contract/errors.ts';
import { joinPath, nameOf, parentOf, rootPath, type VaultPath } from '../contract/paths.ts';
import { toOneLine } from '../kit/one-line.ts';
import type { Call } from './operation.ts';

const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * Refuses a path at which nothing is yet, when a name in it could not exist on every system that
 * people sync to. `except` is what goes there: it may change its case.
 */
export function requireNewPath(call: Call, path: VaultPath, except?: VaultPath): void {
  if (path === rootPath || call.vault.stat(path) !== undefined) return;
  const parent = parentOf(path);
  requireNewPath(call, parent, except);
  const why = flawOfName(nameOf(path)) ?? likeNeighbour(call, parent, nameOf(path), except);
  if (why !== undefined) throw invalidNewName(path, why);
}

/** Why a name could not exist on every system; undefined when it can. */
export function flawOfName(name: string): string | undefined {
  // What has to be escaped to be shown on one line has no place in a name.
  if (toOneLine(name) !== name) return 'it has a control character';
  return deviceName.test(name) ? 'some systems keep that name for a device' : undefined;
}

/** Two names that are one on other systems would overwrite each other there. */
function likeNeighbour(
  { vault, policy }: Call,
  folder: VaultPath,
  name: string,
  except: VaultPath | undefined,
): string | undefined {
  if (vault.stat(folder)?.type !== 'folder' || !policy.mayList(folder)) return undefined;
  const twin = vault
    .list(folder)
    .find((each) => fold(each.name) === fold(name) && joinPath(folder, each.name) !== except);
  return twin && `"${twin.name}" is there, and some systems take the two for one`;
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function invalidNewName(path: VaultPath, why: string): VaultError {
  return new VaultError('invalid-input', `"${path}" cannot be a name: ${why}.`, {
    path,
    reason: 'invalid-name',
    hint: 'Choose another name.',
  });
}
