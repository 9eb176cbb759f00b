import type { VaultPath } from '../../contract/paths.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { RefactorContext, Refactored } from './context.ts';
import { mergeNotes } from './merge.ts';
import { type Anchor, renameAnchor } from './rename-anchor.ts';
import { renamePropertyEverywhere, renameTagEverywhere } from './rename-words.ts';
import { type SplitOptions, splitNote } from './split.ts';

/** Renaming and rearranging what many notes refer to, each call one step. */
export interface Refactoring {
  renameAnchor(
    path: VaultPath,
    anchor: Anchor,
    newName: string,
    options?: ChangeOptions,
  ): Promise<Refactored>;
  renameTag(from: string, to: string, options?: ChangeOptions): Promise<Refactored>;
  renameProperty(from: string, to: string, options?: ChangeOptions): Promise<Refactored>;
  merge(from: readonly VaultPath[], into: VaultPath, options?: ChangeOptions): Promise<Refactored>;
  split(
    path: VaultPath,
    heading: string,
    to: VaultPath,
    options?: SplitOptions,
  ): Promise<Refactored>;
}

export function createRefactoring(context: RefactorContext): Refactoring {
  return {
    renameAnchor: (path, anchor, newName, options = {}) =>
      renameAnchor(context, path, anchor, newName, options),
    renameTag: (from, to, options = {}) => renameTagEverywhere(context, from, to, options),
    renameProperty: (from, to, options = {}) =>
      renamePropertyEverywhere(context, from, to, options),
    merge: (from, into, options = {}) => mergeNotes(context, from, into, options),
    split: (path, heading, to, options = {}) => splitNote(context, path, heading, to, options),
  };
}
