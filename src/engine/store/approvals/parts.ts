import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { applyHunks, findHunks, type Hunk } from '../../text/edit/hunks.ts';
import { type Op, pathsOfOp, type State } from '../journal/record.ts';
import { hashOf } from '../vault/hash.ts';
import type { Contents } from './proposal.ts';

/** The smallest thing that can be accepted or rejected: a hunk of a text, or a whole op. */
export interface Part {
  /** Stays the same when other parts have been decided on. */
  readonly id: string;
  readonly op: Op;
  /** Of a text that is changed. */
  readonly hunk?: Hunk;
}

export interface ProposedPlan {
  readonly ops: readonly Op[];
  readonly contents: Contents;
}

export function partsOf({ ops, contents }: ProposedPlan): Part[] {
  const seen = new Map<string, number>();
  const toId = (...words: string[]): string => {
    const key = words.join('\0');
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return createHash('sha256').update(`${key}\0${times}`).digest('hex').slice(0, 8);
  };
  return ops.flatMap((op): Part[] => {
    const hunks = hunksOf(op, contents);
    if (hunks === undefined) return [{ id: toId(op.op, ...pathsOfOp(op)), op }];
    return hunks.map((hunk) => {
      const id = toId(op.path, hunk.removed.join(''), hunk.added.join(''));
      return { id, op, hunk };
    });
  });
}

/** What has to be done so that only these parts happen. */
export function takeParts(plan: ProposedPlan, parts: readonly Part[]): ProposedPlan {
  const contents = new Map(plan.contents);
  const ops = plan.ops.flatMap((op): Op[] => {
    const chosen = parts.filter((part) => part.op === op);
    if (chosen.length === 0) return [];
    const text = textWith(op, chosen, contents);
    if (op.op !== 'put' || text === undefined) return [op];
    return [{ ...op, after: keepText(op.after, text, contents) }];
  });
  return { ops, contents };
}

/** What is left once these parts have happened. */
export function afterParts(plan: ProposedPlan, parts: readonly Part[]): ProposedPlan {
  const contents = new Map(plan.contents);
  const ops = plan.ops.flatMap((op): Op[] => {
    const chosen = parts.filter((part) => part.op === op);
    if (chosen.length === 0) return [op];
    const text = textWith(op, chosen, contents);
    if (op.op !== 'put' || text === undefined) return [];
    const before = keepText(op.after, text, contents);
    return isSame(before, op.after) ? [] : [{ ...op, before }];
  });
  return { ops, contents };
}

/** The plan with another text for its one file; undefined when it has several things to do. */
export function withText({ ops, contents }: ProposedPlan, text: string): ProposedPlan | undefined {
  const [op, ...others] = ops;
  if (op?.op !== 'put' || others.length > 0) return undefined;
  const more = new Map(contents);
  return { ops: [{ ...op, after: keepText(op.after, text, more) }], contents: more };
}

/** A content as text; undefined when it is none, or was not kept. */
export function textIn(contents: Contents, state: State | null): string | undefined {
  const bytes = state?.type === 'file' ? contents.get(state.hash) : undefined;
  return bytes !== undefined && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function hunksOf(op: Op, contents: Contents): Hunk[] | undefined {
  if (op.op !== 'put') return undefined;
  const [before, after] = [textIn(contents, op.before), textIn(contents, op.after)];
  return before === undefined || after === undefined ? undefined : findHunks(before, after);
}

function textWith(op: Op, parts: readonly Part[], contents: Contents): string | undefined {
  const hunks = parts.flatMap(({ hunk }) => hunk ?? []);
  const before = op.op === 'put' ? textIn(contents, op.before) : undefined;
  return hunks.length === 0 || before === undefined ? undefined : applyHunks(before, hunks);
}

function keepText(like: State, text: string, contents: Map<string, Buffer>): State {
  const bytes = Buffer.from(text);
  const hash = hashOf(bytes);
  contents.set(hash, bytes);
  return { type: 'file', hash, mode: like.type === 'file' ? like.mode : 0o644, size: bytes.length };
}

function isSame(a: State, b: State): boolean {
  return a.type === 'file' && b.type === 'file' && a.hash === b.hash;
}
