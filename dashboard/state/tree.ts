import { computed, effect, signal } from '@preact/signals';
import { folderOf, nameOf } from '../kit/paths.ts';
import { files } from './files.ts';

/** One line of the tree as it is drawn. */
export interface TreeRow {
  readonly kind: 'folder' | 'file';
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly isOpen: boolean;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: string[];
}

const key = 'vaultd-open-folders';
export const openFolders = signal<ReadonlySet<string>>(new Set(readStored()));

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

effect(() => sessionStorage.setItem(key, JSON.stringify([...openFolders.value])));

const root = computed<Folder>(() => {
  const top: Folder = { folders: new Map(), files: [] };
  const known = new Map<string, Folder>([['', top]]);
  const find = (path: string): Folder => {
    const there = known.get(path);
    if (there !== undefined) return there;
    const made: Folder = { folders: new Map(), files: [] };
    known.set(path, made);
    find(folderOf(path)).folders.set(path, made);
    return made;
  };
  for (const { path } of files.value) find(folderOf(path)).files.push(path);
  return top;
});

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (a: string, b: string): number => compare(nameOf(a), nameOf(b));

/** Folders first, then files, each by name; only what is not folded away. */
export const treeRows = computed<readonly TreeRow[]>(() => {
  const rows: TreeRow[] = [];
  const open = openFolders.value;
  const add = (folder: Folder, level: number): void => {
    for (const path of [...folder.folders.keys()].sort(byName)) {
      const isOpen = open.has(path);
      rows.push({ kind: 'folder', path, name: nameOf(path), level, isOpen });
      const below = folder.folders.get(path);
      if (isOpen && below !== undefined) add(below, level + 1);
    }
    for (const path of [...folder.files].sort(byName)) {
      rows.push({ kind: 'file', path, name: nameOf(path), level, isOpen: false });
    }
  };
  add(root.value, 0);
  return rows;
});

export function setFolder(path: string, isOpen: boolean): void {
  const next = new Set(openFolders.value);
  if (isOpen) next.add(path);
  else next.delete(path);
  openFolders.value = next;
}

/** Unfolds what is above a file. */
export function reveal(path: string): void {
  const next = new Set(openFolders.value);
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) next.add(folder);
  if (next.size !== openFolders.value.size) openFolders.value = next;
}
