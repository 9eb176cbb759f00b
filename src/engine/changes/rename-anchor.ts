import type { VaultPath } from '../../contract/paths.ts';
import type { ChangeOptions } from '../store/files.ts';
import {
  type RenamedAnchor,
  renameBlock,
  renameHeading,
} from '../text/edit/relink/rename-anchor.ts';
import { renameScoped } from '../text/edit/scoped/rename.ts';
import type { ScopedEdit } from '../text/edit/scoped/scoped-edit.ts';
import type { Plan, Refactored } from './plan.ts';

/** A heading, as `Parent::Child` or by its bare name, or a block by its id. */
export interface Anchor {
  readonly kind: 'block' | 'heading';
  readonly name: string;
}

export interface RenameOptions extends ChangeOptions {
  readonly why: string;
  /** Throws when the note has a text that must not be changed. */
  readonly check?: ((text: string) => void) | undefined;
}

/** Gives a heading or a block another name, and every link to it, too. */
export async function renameAnchor(
  plan: Plan,
  path: VaultPath,
  { kind, name }: Anchor,
  newName: string,
  options: ChangeOptions,
): Promise<Refactored> {
  const rename = kind === 'heading' ? renameHeading : renameBlock;
  const why = options.why ?? `rename ${kind} ${name} of ${path} to ${newName}`;
  return renameBy(plan, path, (now) => rename(now, name, newName), { ...options, why });
}

/** Renames as an edit says, and every link with it. */
export async function renameSection(
  plan: Plan,
  path: VaultPath,
  edit: ScopedEdit,
  { check, ...options }: RenameOptions,
): Promise<Refactored> {
  return renameBy(plan, path, (now) => renameScoped(now, edit), options, check);
}

async function renameBy(
  plan: Plan,
  path: VaultPath,
  rename: (text: string) => RenamedAnchor,
  options: ChangeOptions & { readonly why: string },
  check: (text: string) => void = () => undefined,
): Promise<Refactored> {
  const { file, text } = plan.requireNote(path);
  const { newSubpath } = rename(text);
  const rewrite = (now: string) => {
    check(now);
    return rename(now);
  };
  const links = await plan.retarget(file, () => ({ subpath }) => {
    const next = subpath === '' ? undefined : newSubpath(subpath);
    return next === undefined ? undefined : { subpath: next };
  });
  return plan.makeStep([{ path, count: 1, rewrite }, ...links], options);
}
