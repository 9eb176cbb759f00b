import { joinPath, parentOf, parseVaultPath, type VaultPath } from '../../../../contract/paths.ts';

/**
 * Where a new attachment of a note goes. The setting names a folder, or with `./` one in the folder of
 * the note; a name that is taken gets a number before its ending.
 */
export function attachmentPath(
  setting: string,
  note: VaultPath,
  name: string,
  isTaken: (path: VaultPath) => boolean,
): VaultPath {
  const folder = folderOf(setting, note);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 0; ; number++) {
    const path = joinPath(folder, number === 0 ? name : `${stem} ${number}${ending}`);
    if (!isTaken(path)) return path;
  }
}

function folderOf(setting: string, note: VaultPath): VaultPath {
  const isRelative = setting === '.' || setting.startsWith('./');
  return parseVaultPath(isRelative ? `${parentOf(note)}/${setting}` : setting.replace(/^\/+/, ''));
}
