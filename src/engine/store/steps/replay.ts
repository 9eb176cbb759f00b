import { isUtf8 } from 'node:buffer';
import { joinPath, type VaultPath } from '../../../contract/paths.ts';
import type { ReportProgress } from '../../../contract/progress.ts';
import { type LineRange, mergeTexts } from '../../text/edit/merge.ts';
import type { Op, State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { listFolder } from '../vault/disk.ts';
import { type Draft, isState } from './draft.ts';
import { planEach } from './plan-each.ts';

/** A path that was changed since in a way that is in the way, and where. */
export interface Obstacle {
  readonly path: VaultPath;
  readonly lines: readonly LineRange[];
}

export interface ReplayContext {
  readonly root: Root;
  /** The bytes of a state; undefined when they are no longer kept. */
  contentOf(state: State | null): Buffer | undefined;
  /** Paths that must be exactly as they were, or nothing is done. */
  readonly exact?: ReadonlySet<VaultPath>;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ReportProgress | undefined;
}

/**
 * Plans ops that were made for an earlier state of the vault. In a text that was changed since, both
 * changes are kept where they do not overlap. What cannot be done is returned, and then nothing of
 * the plan may be done.
 */
export async function replay(
  context: ReplayContext,
  draft: Draft,
  ops: readonly Op[],
): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  await planEach(ops, context, async (op) => {
    const lines = (await isAsLeft(draft, op))
      ? await planOp(context, draft, op)
      : await planMerge(context, draft, op);
    if (lines !== undefined) obstacles.push({ path: op.path, lines });
  });
  return obstacles;
}

/** Paths with the lines in the way, as a sentence lists them. */
export function nameObstacles(obstacles: readonly Obstacle[]): string {
  return obstacles
    .map(({ path, lines }) =>
      lines.length === 0 ? `"${path}"` : `"${path}" (${lines.map(toWords).join(', ')})`,
    )
    .join(', ');
}

function toWords({ start, end }: LineRange): string {
  return end - start <= 1 ? `line ${start + 1}` : `lines ${start + 1} to ${end}`;
}

async function planOp(
  { root, contentOf }: ReplayContext,
  draft: Draft,
  op: Op,
): Promise<undefined> {
  switch (op.op) {
    case 'put':
      await draft.restore(op.path, op.after, contentOf(op.after));
      return;
    case 'remove':
      await draft.remove(op.path);
      return;
    case 'move':
      await draft.move(op.path, op.to);
      return;
    case 'mkdir':
      if ((await draft.find(op.path)).stat !== undefined) return;
      draft.makeParents(op.path);
      draft.makeFolder(op.path, op.mode);
      return;
    case 'rmdir':
      // A folder stays if something else is in it by now.
      if (isEmptied(root, draft, op.path)) draft.removeFolder(op.path, op.mode);
      return;
  }
}

/** Puts the new text into what is there now. Returns the lines in the way, if any are. */
async function planMerge(
  { contentOf, exact }: ReplayContext,
  draft: Draft,
  op: Op,
): Promise<readonly LineRange[] | undefined> {
  if (op.op !== 'put') return [];
  const found = await draft.find(op.path);
  if (isState(found, op.after)) return undefined;
  if (exact?.has(op.path)) return [];
  const [base, theirs] = [toText(contentOf(op.before)), toText(contentOf(op.after))];
  const ours = toText(found.bytes);
  if (base === undefined || theirs === undefined || ours === undefined) return [];
  const { text, conflicts } = mergeTexts(base, ours, theirs);
  if (text === undefined) return conflicts;
  await draft.put(op.path, Buffer.from(text));
  return undefined;
}

function toText(bytes: Buffer | undefined): string | undefined {
  return bytes !== undefined && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

async function isAsLeft(draft: Draft, op: Op): Promise<boolean> {
  if (op.op === 'mkdir' || op.op === 'rmdir') return true;
  const found = await draft.find(op.path);
  if (op.op !== 'move') return isState(found, op.before);
  const target = await draft.find(op.to);
  const isFree = target.stat === undefined || target.stat.ino === found.stat?.ino;
  const isReplaced = op.over !== null && isState(target, op.over);
  return found.stat?.type === op.type && (isFree || isReplaced);
}

function isEmptied(root: Root, draft: Draft, folder: VaultPath): boolean {
  const leaving = new Set(
    draft.ops.flatMap((op) =>
      op.op === 'remove' || op.op === 'move' || op.op === 'rmdir' ? [op.path] : [],
    ),
  );
  return listFolder(root, folder).every(({ name }) => leaving.has(joinPath(folder, name)));
}
