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

/** The same as a part of a step. Whoever deleted the file meanwhile, or made it no text, is right. */
export function toWrite({ path, rewrite }: TextEdit): FileChange {
  return {
    kind: 'write',
    path: parseVaultPath(path),
    bytes: (old) => (old && isUtf8(old) ? Buffer.from(rewrite(old.toString()).text) : undefined),
  };
}

export interface SharedEdits<Edit> {
  /** Edits that the caller may make. */
  readonly mine: readonly Edit[];
  /** Files that should change, which the caller may read but not write. Others it must not know of. */
  readonly left: readonly VaultPath[];
}

/** What of the edits one caller may make and know of. */
export function share<Edit extends TextEdit>(
  edits: readonly Edit[],
  policy: Policy,
): SharedEdits<Edit> {
  const readable = edits.filter(({ path }) => policy.mayRead(path));
  return {
    mine: readable.filter(({ path }) => policy.mayWrite(path)),
    left: readable.flatMap(({ path }) => (policy.mayWrite(path) ? [] : [parseVaultPath(path)])),
  };
}

/** How many places edits change together. */
export function countOf(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { count }) => sum + count, 0);
}
