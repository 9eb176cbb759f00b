import { nameOf } from '../../src/contract/paths.ts';

export { isNote as isNotePath, nameOf } from '../../src/contract/paths.ts';

/** The last part of a path, without the ending that every note has. */
export function titleOf(path: string): string {
  return nameOf(path).replace(/\.md$/i, '');
}

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

export function endingOf(path: string): string {
  const name = nameOf(path);
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at + 1).toLowerCase();
}
