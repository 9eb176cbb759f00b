import { isUtf8 } from 'node:buffer';
import { VaultError } from '../../../contract/errors.ts';
import { joinPath, type VaultPath } from '../../../contract/paths.ts';
import { type LineRange, mergeTexts } from '../../text/edit/merge.ts';
import type { ChangeOptions } from '../files.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, Step } from '../journal/record.ts';
import { type Draft, isState } from '../steps/draft.ts';
import { planEach } from '../steps/plan-each.ts';
import type { Root } from '../vault/anchor.ts';
import { listFolder } from '../vault/disk.ts';
import { contentOf, textOf } from './past.ts';

/** A path that cannot be undone, and where it was changed since. */
interface Obstacle {
  readonly path: VaultPath;
  readonly lines: readonly LineRange[];
}

export interface UndoContext extends Pick<ChangeOptions, 'signal' | 'progress'> {
  readonly root: Root;
  readonly journal: Journal;
}

/**
 * Plans an undo. In a file that was changed since, the step's change is removed and what came later
 * stays, where the two do not overlap. Where they do, nothing at all is done.
 */
export async function planUndo(
  context: UndoContext,
  draft: Draft,
  step: Step,
  ops: readonly Op[],
): Promise<void> {
  const obstacles: Obstacle[] = [];
  await planEach(ops, context, async (op) => {
    const lines = (await isAsLeft(draft, op))
      ? await planOp(context, draft, op)
      : await planMerge(context, draft, op);
    if (lines !== undefined) obstacles.push({ path: op.path, lines });
  });
  if (obstacles.length > 0) throw changedSince(step, obstacles);
}

async function planOp({ root, journal }: UndoContext, draft: Draft, op: Op): Promise<undefined> {
  switch (op.op) {
    case 'put': {
      await draft.restore(op.path, op.after, contentOf(journal, op.after));
      return;
    }
    case 'remove':
      await draft.remove(op.path);
      return;
    case 'move':
      await draft.move(op.path, op.to);
      return;
    case 'mkdir':
      if ((await draft.find(op.path)).stat === undefined) draft.makeFolder(op.path, op.mode);
      return;
    case 'rmdir':
      // A folder that the step made stays if something else is in it by now.
      if (isEmptied(root, draft, op.path)) draft.removeFolder(op.path, op.mode);
      return;
  }
}

/** Puts the old text back into what is there now. Returns the lines in the way, if any are. */
async function planMerge(
  { journal }: UndoContext,
  draft: Draft,
  op: Op,
): Promise<readonly LineRange[] | undefined> {
  if (op.op !== 'put') return [];
  const base = textOf(journal, op.before);
  const theirs = textOf(journal, op.after);
  const { bytes } = await draft.find(op.path);
  const ours = bytes !== undefined && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  if (base === undefined || theirs === undefined || ours === undefined) return [];
  const { text, conflicts } = mergeTexts(base, ours, theirs);
  if (text === undefined) return conflicts;
  await draft.put(op.path, Buffer.from(text));
  return undefined;
}

async function isAsLeft(draft: Draft, op: Op): Promise<boolean> {
  if (op.op === 'mkdir' || op.op === 'rmdir') return true;
  const found = await draft.find(op.path);
  if (op.op === 'move') {
    const target = await draft.find(op.to);
    const free = target.stat === undefined || target.stat.ino === found.stat?.ino;
    return found.stat !== undefined && free;
  }
  return isState(found, op.before);
}

function isEmptied(root: Root, draft: Draft, folder: VaultPath): boolean {
  const leaving = new Set(
    draft.ops.flatMap((op) =>
      op.op === 'remove' || op.op === 'move' || op.op === 'rmdir' ? [op.path] : [],
    ),
  );
  return listFolder(root, folder).every(({ name }) => leaving.has(joinPath(folder, name)));
}

function changedSince({ id }: Step, obstacles: readonly Obstacle[]): VaultError {
  const names = obstacles.map(({ path, lines }) =>
    lines.length === 0 ? `"${path}"` : `"${path}" (${lines.map(toWords).join(', ')})`,
  );
  return new VaultError('changed-on-disk', `Changed since step ${id}: ${names.join(', ')}.`, {
    ...(obstacles[0] && { path: obstacles[0].path }),
    hint: 'Undo the later changes first, or restore the note as it was at a time.',
    data: { step: id, changed: obstacles.map(({ path, lines }) => ({ path, lines })) },
  });
}

function toWords({ start, end }: LineRange): string {
  return end - start <= 1 ? `line ${start + 1}` : `lines ${start + 1} to ${end}`;
}
