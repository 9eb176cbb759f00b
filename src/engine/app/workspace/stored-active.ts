import { parseVaultPath, type VaultPath } from '../../../contract/paths.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import { isRecord } from '../../../kit/records.ts';
import type { Root } from '../../store/vault/anchor.ts';
import { readFileNow, statPath } from '../../store/vault/disk.ts';

/** Where Obsidian keeps its layout, on desktops and on phones. */
const layoutFiles = ['.obsidian/workspace.json', '.obsidian/workspace-mobile.json'];
const layoutDepthMax = 64;

export function isLayoutFile(path: string): boolean {
  return layoutFiles.includes(path);
}

/** The note that Obsidian had in front when it last saved its layout; undefined when there is none. */
export function readStoredActive(root: Root): VaultPath | undefined {
  for (const file of layoutFiles) {
    for (const candidate of candidatesIn(readLayout(root, file))) {
      const path = findFile(root, candidate);
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

/** The active leaf, then the current tab of the main area, then what was opened last. */
function* candidatesIn(layout: Json): Generator<unknown> {
  yield fileOf(findLeaf(layout.main, layout.active) ?? findLeaf(layout, layout.active));
  yield fileOf(currentTab(layout.main));
  if (Array.isArray(layout.lastOpenFiles)) yield* layout.lastOpenFiles;
}

type Json = Readonly<Record<string, unknown>>;

function findLeaf(node: unknown, id: unknown, depth = 0): Json | undefined {
  if (!isRecord(node) || depth > layoutDepthMax || typeof id !== 'string') return undefined;
  if (node.id === id) return node;
  const below = Array.isArray(node.children) ? node.children : [node.left, node.right];
  for (const child of below) {
    const found = findLeaf(child, id, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function currentTab(node: unknown, depth = 0): Json | undefined {
  if (!isRecord(node) || depth > layoutDepthMax) return undefined;
  if (!Array.isArray(node.children)) return node;
  const { children, currentTab: at } = node;
  return currentTab(children[typeof at === 'number' ? at : 0], depth + 1);
}

function fileOf(leaf: Json | undefined): unknown {
  const view = isRecord(leaf?.state) ? leaf.state : undefined;
  return isRecord(view?.state) ? view.state.file : undefined;
}

function findFile(root: Root, candidate: unknown): VaultPath | undefined {
  if (typeof candidate !== 'string' || candidate === '') return undefined;
  try {
    const path = parseVaultPath(candidate);
    return statPath(root, path)?.stat.type === 'file' ? path : undefined;
  } catch {
    return undefined;
  }
}

function readLayout(root: Root, file: string): Json {
  try {
    const { bytes } = readFileNow(root, parseVaultPath(file), workspaceLimits.layoutBytesMax);
    const layout: unknown = JSON.parse(bytes.toString());
    return isRecord(layout) ? layout : {};
  } catch {
    return {};
  }
}
