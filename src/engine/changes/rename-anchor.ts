import type { VaultPath } from '../../contract/paths.ts';
import type { ChangeOptions } from '../store/files.ts';
import {
  type RenamedAnchor,
  renameBlock,
  renameHeading,
} from '../text/edit/relink/rename-anchor.ts';
import {
  lookUp,
  makeStep,
  type RefactorContext,
  type Refactored,
  referencesTo,
  requireNote,
  retargetEdit,
} from './context.ts';
import { whereMeant } from './references.ts';
import type { TextEdit } from './text-edits.ts';

/** A heading, as `Parent::Child` or by its bare name, or a block by its id. */
export interface Anchor {
  readonly kind: 'block' | 'heading';
  readonly name: string;
}

/** Gives a heading or a block another name, and every link to it, too. */
export async function renameAnchor(
  context: RefactorContext,
  path: VaultPath,
  { kind, name }: Anchor,
  newName: string,
  options: ChangeOptions,
): Promise<Refactored> {
  const known = await lookUp(context);
  const { file, text } = requireNote(context, known, path);
  const rename = (now: string): RenamedAnchor =>
    (kind === 'heading' ? renameHeading : renameBlock)(now, name, newName);
  const { newSubpath } = rename(text);
  const links = [...(await referencesTo(known, file))].flatMap(([source, meant]) =>
    retargetEdit(
      known,
      source,
      whereMeant(meant, ({ subpath }) => {
        const next = subpath === '' ? undefined : newSubpath(subpath);
        return next === undefined ? undefined : { subpath: next };
      }),
    ),
  );
  const own: TextEdit = { path, count: 1, rewrite: rename };
  const why = options.why ?? `rename ${kind} ${name} of ${path} to ${newName}`;
  return makeStep(context, [own, ...links], { ...options, why });
}
