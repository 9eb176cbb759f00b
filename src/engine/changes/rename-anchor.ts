import type { VaultPath } from '../../contract/paths.ts';
import type { ChangeOptions } from '../store/files.ts';
import { renameBlock, renameHeading } from '../text/edit/relink/rename-anchor.ts';
import type { Plan, Refactored } from './plan.ts';

/** A heading, as `Parent::Child` or by its bare name, or a block by its id. */
export interface Anchor {
  readonly kind: 'block' | 'heading';
  readonly name: string;
}

/** Gives a heading or a block another name, and every link to it, too. */
export async function renameAnchor(
  plan: Plan,
  path: VaultPath,
  { kind, name }: Anchor,
  newName: string,
  options: ChangeOptions,
): Promise<Refactored> {
  const { file, text } = plan.requireNote(path);
  const rewrite = (now: string) =>
    (kind === 'heading' ? renameHeading : renameBlock)(now, name, newName);
  const { newSubpath } = rewrite(text);
  const links = await plan.retarget(file, () => ({ subpath }) => {
    const next = subpath === '' ? undefined : newSubpath(subpath);
    return next === undefined ? undefined : { subpath: next };
  });
  const why = options.why ?? `rename ${kind} ${name} of ${path} to ${newName}`;
  return plan.makeStep([{ path, count: 1, rewrite }, ...links], { ...options, why });
}
