import { VaultError } from '../../contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { FileEntry } from '../knowledge/index/file-entry.ts';
import { extensionOf } from '../knowledge/index/links/names.ts';
import type { Facts } from '../knowledge/knowledge.ts';
import { findQuietSources } from '../knowledge/quiet-sources.ts';
import type { ChangeOptions, FileChange, Files } from '../store/files.ts';
import type { Policy } from '../store/vault/policy.ts';
import type { Reading } from '../store/vault/reading.ts';
import { retargetLinks } from '../text/edit/relink/relink.ts';
import type { Retarget } from '../text/edit/relink/relink-target.ts';
import { retargetCanvas } from '../text/edit/relink/retarget-canvas.ts';
import { readText } from './moving.ts';
import { findReferences, type References } from './references.ts';
import { countOf, share, type TextEdit, toWrite } from './text-edits.ts';

export interface RefactorContext {
  readonly facts: () => Promise<Facts>;
  readonly files: Files;
  readonly reading: Reading;
  readonly policy: Policy;
}

/** What a change of many notes did. */
export interface Refactored {
  /** Places that are different: links, tags, properties. */
  readonly changed: number;
  readonly filesTouched: readonly VaultPath[];
  /** Files that should change, which the caller may read but not write. */
  readonly filesLeft: readonly VaultPath[];
  readonly step: string | undefined;
}

/** The knowledge that a plan needs, of one moment. */
export interface PlanFacts extends Facts {
  textOf(path: string): string | undefined;
}

export async function lookUp({ facts, reading }: RefactorContext): Promise<PlanFacts> {
  const known = await facts();
  return { ...known, textOf: (path) => known.search.textOf(path) ?? readText(reading, path) };
}

/** A note that the caller may change, as the index knows it. */
export function requireNote(
  { policy }: RefactorContext,
  { index, textOf }: PlanFacts,
  path: VaultPath,
): { file: FileEntry; text: string } {
  policy.requireRead(path);
  policy.requireWrite(path);
  const file = index.files.get(path);
  const text = file && textOf(path);
  if (file !== undefined && text !== undefined) return { file, text };
  throw new VaultError('not-found', `no such note: ${path}`, {
    path,
    hint: 'Check the name, or search for the note.',
  });
}

export async function referencesTo(known: PlanFacts, file: FileEntry): Promise<References> {
  const quiet = await findQuietSources(known, [], known.textOf);
  return findReferences(known.index, file, quiet);
}

/** Points links of one file elsewhere; nothing when none of them changes. */
export function retargetEdit(
  known: PlanFacts,
  { path }: FileEntry,
  retarget: Retarget,
): TextEdit[] {
  const rewrite = (text: string) =>
    extensionOf(path) === 'canvas' ? retargetCanvas(text, retarget) : retargetLinks(text, retarget);
  const text = extensionOf(path) === 'base' ? undefined : known.textOf(path);
  const count = text === undefined ? 0 : rewrite(text).count;
  return count === 0 ? [] : [{ path, count, rewrite }];
}

/** Makes edits and further changes as one step. Edits of one file run one after the other. */
export async function makeStep(
  { files, policy }: RefactorContext,
  edits: readonly TextEdit[],
  options: ChangeOptions & { readonly why: string },
  {
    before = [],
    after = [],
  }: { before?: readonly FileChange[]; after?: readonly FileChange[] } = {},
): Promise<Refactored> {
  const { mine, left } = share(edits, policy);
  const { id } = await files.apply([...before, ...mine.map(toWrite), ...after], options);
  const touched = [...mine.map(({ path }) => path), ...after.map(({ path }) => path)];
  return {
    changed: countOf(mine),
    filesTouched: [...new Set(touched)].sort().map((path) => parseVaultPath(path)),
    filesLeft: [...new Set(left)],
    step: id,
  };
}
