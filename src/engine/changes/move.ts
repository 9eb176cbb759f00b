import { alreadyExists, noSuchFile } from '../../contract/path-errors.ts';
import { isHidden, movedPath, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { FileChange } from '../store/plan-files.ts';
import type { Expectation } from '../store/steps/draft.ts';
import type { Reading } from '../store/vault/reading.ts';
import { Plan, type RefactorContext } from './plan.ts';
import { countOf, filterEdits, toWrite } from './text-edits.ts';

export interface MoveOptions extends ChangeOptions {
  /** Change links so that they lead to the same files as before; yes unless said. */
  readonly updateLinks?: boolean | undefined;
  /** Replace a file at the target, whose content stays in the history. */
  readonly overwrite?: boolean | undefined;
  /** What must be true of the source. */
  readonly expect?: Expectation | undefined;
  /** Say what would happen and change nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Moved {
  readonly from: VaultPath;
  readonly to: VaultPath;
  readonly linksUpdated: number;
  /** Files whose links were changed, at their paths after the move. */
  readonly filesTouched: VaultPath[];
  /** Files with links that should change, which the caller may read but not write. */
  readonly filesLeft: VaultPath[];
  readonly step: string | undefined;
}

/** Moves a note, an attachment or a folder so that no link breaks. */
export async function moveWithLinks(
  context: RefactorContext,
  from: VaultPath,
  to: VaultPath,
  { updateLinks = true, overwrite = false, expect = {}, dryRun = false, ...options }: MoveOptions,
): Promise<Moved> {
  const { files, reading, policy } = context;
  const isReplacing = overwrite && isOtherFile(reading, from, to);
  if (!isReplacing) requireFree(reading, from, to);
  // No link leads to a hidden place: moved there, links may break.
  const isLinked = updateLinks && from !== to && !isHidden(to);
  const { allowed, left } = filterEdits(
    isLinked ? await (await Plan.open(context)).relink(from, to) : [],
    policy,
  );
  const changes: FileChange[] = allowed.map(toWrite);
  if (isReplacing) changes.push({ kind: 'remove', path: to });
  if (from !== to) changes.push({ kind: 'move', path: from, to, expect });
  const why = options.why ?? `move ${from} to ${to}`;
  const done = dryRun ? undefined : await files.apply(changes, { ...options, why });
  return {
    from,
    to,
    linksUpdated: countOf(allowed),
    filesTouched: allowed.map(({ path }) => movedPath(parseVaultPath(path), from, to)),
    filesLeft: left,
    step: done?.id,
  };
}

/** True when the target is a file of its own, which may be replaced by another file. */
function isOtherFile(reading: Reading, from: VaultPath, to: VaultPath): boolean {
  const [source, target] = [reading.stat(from), reading.stat(to)];
  const isFile = source?.type === 'file' && target?.type === 'file';
  return isFile && (source.ino !== target.ino || source.dev !== target.dev);
}

/** A change of case only is a real move; anything else at the target is in the way. */
function requireFree(reading: Reading, from: VaultPath, to: VaultPath): void {
  const [source, target] = [reading.stat(from), reading.stat(to)];
  if (source === undefined) {
    throw noSuchFile(from, { hint: 'Check the name, or search for the note.' });
  }
  if (target === undefined || (target.ino === source.ino && target.dev === source.dev)) return;
  throw alreadyExists(to, { hint: 'Choose another name, or move what is there first.' });
}
