import type { VaultPath } from '../../contract/paths.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { ScopedEdit } from '../text/edit/scoped/scoped-edit.ts';
import { mergeNotes } from './merge.ts';
import { type Moved, type MoveOptions, moveWithLinks } from './move.ts';
import { Plan, type RefactorContext, type Refactored } from './plan.ts';
import { type Anchor, type RenameOptions, renameAnchor, renameSection } from './rename-anchor.ts';
import { renamePropertyEverywhere, renameTagEverywhere } from './rename-words.ts';
import { repairLinks } from './repair-links.ts';
import { type SplitOptions, splitNote } from './split.ts';

/** Moving, renaming and rearranging what many notes refer to, each call one step. */
export interface Refactoring {
  /** Moves a note, an attachment or a folder so that no link breaks. */
  move(from: VaultPath, to: VaultPath, options?: MoveOptions): Promise<Moved>;
  renameAnchor(
    path: VaultPath,
    anchor: Anchor,
    newName: string,
    options?: ChangeOptions,
  ): Promise<Refactored>;
  /** Renames a heading or a block as an edit of its marker says. */
  renameSection(path: VaultPath, edit: ScopedEdit, options: RenameOptions): Promise<Refactored>;
  renameTag(from: string, to: string, options?: ChangeOptions): Promise<Refactored>;
  renameProperty(from: string, to: string, options?: ChangeOptions): Promise<Refactored>;
  /** Points links that lead nowhere, by the target as it is written, to a file. */
  repairLinks(target: string, to: VaultPath, options?: ChangeOptions): Promise<Refactored>;
  merge(from: readonly VaultPath[], into: VaultPath, options?: ChangeOptions): Promise<Refactored>;
  split(
    path: VaultPath,
    heading: string,
    to: VaultPath,
    options?: SplitOptions,
  ): Promise<Refactored>;
}

export function createRefactoring(context: RefactorContext): Refactoring {
  const open = () => Plan.open(context);
  return {
    move: (from, to, options = {}) => moveWithLinks(context, from, to, options),
    renameAnchor: async (path, anchor, newName, options = {}) =>
      renameAnchor(await open(), path, anchor, newName, options),
    renameSection: async (path, edit, options) => renameSection(await open(), path, edit, options),
    renameTag: async (from, to, options = {}) =>
      renameTagEverywhere(await open(), from, to, options),
    renameProperty: async (from, to, options = {}) =>
      renamePropertyEverywhere(await open(), from, to, options),
    repairLinks: async (target, to, options = {}) => repairLinks(await open(), target, to, options),
    merge: async (from, into, options = {}) => mergeNotes(await open(), from, into, options),
    split: async (path, heading, to, options = {}) =>
      splitNote(await open(), path, heading, to, options),
  };
}
