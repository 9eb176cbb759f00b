import { isUtf8 } from 'node:buffer';
import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { FileChange } from '../store/plan-files.ts';
import type { Policy } from '../store/vault/policy.ts';

/** A change of the text of one file, which can be made again on what is there by then. */
export interface TextEdit {
  readonly path: string;
  /** How many places it changes. */
  readonly count: number;
  rewrite(text: string): { readonly text: string };
}

/** The same as a part of a step. A file that was deleted meanwhile, or is no text any more, is left. */
export function toWrite({ path, rewrite }: TextEdit): FileChange {
  return {
    kind: 'write',
    path: parseVaultPath(path),
    bytes: (old) => (old && isUtf8(old) ? Buffer.from(rewrite(old.toString()).text) : undefined),
  };
}

export interface FilteredEdits<Edit> {
  /** Edits that the caller may make. */
  readonly allowed: readonly Edit[];
  /** Files that should change, which the caller may read but not write. */
  readonly left: VaultPath[];
}

/** What of the edits one caller may make. What it may not read is left out altogether. */
export function filterEdits<Edit extends TextEdit>(
  edits: readonly Edit[],
  policy: Policy,
): FilteredEdits<Edit> {
  const readable = edits.filter(({ path }) => policy.mayRead(path));
  return {
    allowed: readable.filter(({ path }) => policy.mayWrite(path)),
    left: readable.flatMap(({ path }) => (policy.mayWrite(path) ? [] : [parseVaultPath(path)])),
  };
}

/** How many places edits change together. */
export function countOf(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { count }) => sum + count, 0);
}
