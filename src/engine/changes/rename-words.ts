import { VaultError } from '../../contract/errors.ts';
import { notesWithTag } from '../knowledge/index/facts/tags.ts';
import { extensionOf } from '../knowledge/index/links/names.ts';
import type { ChangeOptions } from '../store/files.ts';
import { baseBlocks } from '../text/edit/relink/relink-base.ts';
import { hasProperty, renameProperty } from '../text/edit/relink/rename-property.ts';
import { bare, renameTag, renameTagInBase } from '../text/edit/relink/rename-tag.ts';
import { applySplices } from '../text/edit/splice.ts';
import type { Plan, Refactored } from './plan.ts';
import type { TextEdit } from './text-edits.ts';

/** Gives a tag another name in the whole vault; tags below it come along. */
export async function renameTagEverywhere(
  plan: Plan,
  from: string,
  to: string,
  options: ChangeOptions,
): Promise<Refactored> {
  const rewrite = (text: string) => {
    const note = renameTag(text, from, to);
    const splices = baseBlocks(note.text).map(({ start, end }) => ({
      start,
      end,
      text: renameTagInBase(note.text.slice(start, end), from, to).text,
    }));
    return { text: applySplices(note.text, splices), count: note.count };
  };
  const notes = notesWithTag(plan.index, bare(from));
  const edits = notes.flatMap(({ path }) => plan.edit(path, rewrite));
  const bases = [...plan.index.files.all()].filter(({ path }) => extensionOf(path) === 'base');
  const inBases = bases.flatMap(({ path }) =>
    plan.edit(path, (text) => renameTagInBase(text, from, to)),
  );
  requireFound([...edits, ...inBases], plan, `No note has the tag "${bare(from)}".`);
  const why = options.why ?? `rename tag ${bare(from)} to ${bare(to)}`;
  return plan.makeStep([...edits, ...inBases], { ...options, why });
}

/** Gives a property another name in every note that has it. Refused where a note has both. */
export async function renamePropertyEverywhere(
  plan: Plan,
  from: string,
  to: string,
  options: ChangeOptions,
): Promise<Refactored> {
  const folded = from.toLowerCase();
  const spellings = [...plan.index.keys.words()].filter((key) => key.toLowerCase() === folded);
  const files = plan.index.files.putInOrder(
    new Set(spellings.flatMap((key) => plan.index.keys.of(key))),
  );
  requireNotBoth(plan, files, from, to);
  const edits = files.flatMap(({ path }) =>
    plan.edit(path, (text) => renameProperty(text, from, to)),
  );
  requireFound(edits, plan, `No note has a property "${from}" to rename.`);
  const why = options.why ?? `rename property ${from} to ${to}`;
  return plan.makeStep(edits, { ...options, why });
}

function requireFound(edits: readonly TextEdit[], { policy }: Plan, message: string) {
  if (edits.some(({ path }) => policy.mayRead(path))) return;
  throw new VaultError('not-found', message, {
    hint: 'Check the spelling, or list what there is.',
  });
}

function requireNotBoth(
  { policy, textOf }: Plan,
  files: readonly { readonly path: string }[],
  from: string,
  to: string,
): void {
  if (from.toLowerCase() === to.toLowerCase()) return;
  const both = files.filter(
    ({ path }) => policy.mayRead(path) && hasProperty(textOf(path) ?? '', to),
  );
  if (both.length === 0) return;
  const named = both.slice(0, 5).map(({ path }) => `"${path}"`);
  throw new VaultError(
    'already-exists',
    `${both.length} notes have both "${from}" and "${to}": ${named.join(', ')}${both.length > 5 ? ' …' : ''}.`,
    { hint: 'Remove one of the two there first.', data: { paths: both.map(({ path }) => path) } },
  );
}
