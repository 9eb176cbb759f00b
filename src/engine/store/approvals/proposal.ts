import { isWithin, type VaultPath } from '../../../contract/paths.ts';
import type { Op } from '../journal/record.ts';
import type { Draft } from '../steps/draft.ts';
import type { Actor } from '../steps/steps.ts';

export const approvalStates = ['waiting', 'accepted', 'partly-accepted', 'rejected'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** A change that was planned and waits until a person accepts or rejects it. */
export interface ProposedChange {
  /** Sorts by time. */
  readonly id: string;
  readonly at: number;
  /** Who wants to make it. */
  readonly by: Actor;
  readonly why: string;
  readonly undoes?: string | undefined;
  readonly state: ApprovalState;
  /** What was asked for. */
  readonly asked: readonly Op[];
  /** What still waits. */
  readonly ops: readonly Op[];
  /** Paths whose version the caller has stated: they must not have changed at all. */
  readonly exact: readonly VaultPath[];
  /** Steps that were made of what was accepted. */
  readonly steps: readonly string[];
  /** A part was rejected. */
  readonly isReduced: boolean;
  readonly decided?: Decision | undefined;
  /** The process that is deciding on it now. */
  readonly claimedBy?: string | undefined;
}

export interface Decision {
  readonly at: number;
  readonly by: string;
  readonly reason?: string | undefined;
}

/** Bytes by hash. */
export type Contents = ReadonlyMap<string, Buffer>;

/** Those contents that ops name. */
export function contentsOf(ops: readonly Op[], contents: Contents): Map<string, Buffer> {
  const states = ops.flatMap((op) =>
    op.op === 'put' ? [op.before, op.after] : op.op === 'remove' ? [op.before] : [],
  );
  const hashes = new Set(states.map((state) => (state?.type === 'file' ? state.hash : '')));
  return new Map([...contents].filter(([hash]) => hashes.has(hash)));
}

/** What a draft plans, without what follows from the rest, and the contents it names. */
export function takePlan(draft: Draft): { ops: Op[]; contents: Map<string, Buffer> } {
  const ops = draft.ops.filter((op) => !isImplied(op, draft.ops));
  // Large contents are staged and not kept for the journal.
  const staged = ops.flatMap((op): [string, Buffer][] => {
    if (op.op !== 'put' || op.after.type !== 'file' || op.staged === undefined) return [];
    const bytes = draft.staged.get(op.staged)?.bytes;
    return bytes === undefined ? [] : [[op.after.hash, bytes]];
  });
  const contents = contentsOf(ops, new Map([...draft.contents, ...staged]));
  return { ops: ops.map(withoutStaged), contents };
}

/** A folder that is made for something else is made with it. */
function isImplied(op: Op, ops: readonly Op[]): boolean {
  return (
    op.op === 'mkdir' &&
    ops.some((other) => {
      const place = other.op === 'move' ? other.to : other.path;
      return other.op !== 'rmdir' && place !== op.path && isWithin(place, op.path);
    })
  );
}

/** Nothing is staged while it waits. */
function withoutStaged(op: Op): Op {
  if (op.op !== 'put') return op;
  const { staged, ...rest } = op;
  return rest;
}
