import { joinPath, nameOf, parentOf, type VaultPath } from '../../contract/paths.ts';

/** `a (conflict, laptop, 2026-11-18).md`: whose version it is, and since when. */
export function conflictPath(path: VaultPath, machine: string, at: number): VaultPath {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const day = new Date(at).toISOString().slice(0, 10);
  const who = machine.replace(/[^\p{L}\p{N} ._-]/gu, '-');
  return joinPath(parentOf(path), `${stem} (conflict, ${who}, ${day})${ending}`);
}
