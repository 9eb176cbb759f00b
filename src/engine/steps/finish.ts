import { isWithin } from '../../contract/paths.ts';
import type { NewStep } from '../journal/journal.ts';
import { type Op, pathsOf } from '../journal/record.ts';
import { bringToDisk, type DiskContext } from './bring-to-disk.ts';

/** Ends steps that are in place: brings to disk what is not there yet, then says so in the journal. */
export interface Finisher {
  add(step: NewStep): void;
  /**
   * Resolves when no step that has not ended yet has moved anything that the ops are about. What
   * builds on a move could not tell after a loss of power whether the move has happened.
   */
  settle(ops: readonly Op[]): Promise<void>;
  /** Resolves when every step that was added has ended. */
  idle(): Promise<void>;
}

export interface FinishContext extends DiskContext {
  readonly durability: 'fsync' | 'rename';
}

/**
 * Until then the journal vouches for a step. Steps that come within it share their trips to the
 * disk, and a file that is written again and again is brought there once.
 */
const pauseMs = 1000;
/** Moves and removals are not what is done over and over, and others may soon build on them. */
const structurePauseMs = 20;
/** What a start after a crash would have to look at stays bounded. */
const waitingMax = 4096;

export function createFinisher(context: FinishContext): Finisher {
  const moving = new Set<NewStep>();
  let waiting: NewStep[] = [];
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  /** One round after the other, so that a slow disk is not asked for more and more at a time. */
  let round = Promise.resolve();
  const finishAll = (): void => {
    clearTimeout(timer);
    const due = waiting;
    waiting = [];
    if (due.length === 0) return;
    // A failure leaves the steps open, and the next start ends them.
    round = round
      .then(() => finish(context, due))
      .catch(() => {})
      .finally(() => {
        for (const step of due) moving.delete(step);
      });
  };
  const finishWithin = (ms: number): void => {
    const at = performance.now() + ms;
    if (waiting.length > 1 && dueAt <= at) return;
    clearTimeout(timer);
    timer = setTimeout(finishAll, ms);
    dueAt = at;
  };
  const idle = (): Promise<void> => {
    finishAll();
    return round;
  };
  return {
    add(step) {
      waiting.push(step);
      if (step.ops.some(({ op }) => op === 'move')) moving.add(step);
      finishWithin(step.ops.every(({ op }) => op === 'put') ? pauseMs : structurePauseMs);
      if (waiting.length === waitingMax) finishAll();
    },
    async settle(ops) {
      if (moving.size === 0) return;
      const moves = [...moving].flatMap((step) => step.ops.filter(({ op }) => op === 'move'));
      if (ops.some((op) => moves.some((move) => isRelated(op, move)))) await idle();
    },
    idle,
  };
}

function isRelated(a: Op, b: Op): boolean {
  return pathsOf(a).some((one) =>
    pathsOf(b).some((other) => isWithin(one, other) || isWithin(other, one)),
  );
}

async function finish(context: FinishContext, due: readonly NewStep[]): Promise<void> {
  const { journal, durability } = context;
  const ended = durability === 'fsync' ? await bringToDisk(context, due) : due;
  await Promise.all(ended.map(({ id }) => journal.end(id, 'done')));
}
