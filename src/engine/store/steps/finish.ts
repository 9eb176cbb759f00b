import { limits } from '../../../contract/limits.ts';
import { isWithin, type VaultPath } from '../../../contract/paths.ts';
import type { NewStep } from '../journal/journal.ts';
import { type Op, pathsOfOp } from '../journal/record.ts';
import type { StagedAs } from '../vault/staging.ts';
import type { UnsyncedFiles } from '../vault/unsynced-files.ts';
import { bringToDisk, type DiskContext } from './bring-to-disk.ts';
import { filesPut } from './follow-path.ts';

export interface FinishContext extends DiskContext {
  readonly durability: 'fsync' | 'rename';
  readonly unsynced: UnsyncedFiles;
}

/**
 * Until then the journal vouches for a step. Steps that come within it share their calls of fsync,
 * and a file that is written again and again is brought to disk once.
 */
const pauseMs = 1000;
/** Moves and removals are rarely repeated, and other steps may soon build on them. */
const structurePauseMs = 20;
/** Bounds the work of a start after a crash. */
const waitingMax = 4096;
/** While these are brought to disk, as many can be made. */
const openWaitingMax = limits.unsyncedOpenMax / 2;

/** Ends steps that are in place: brings to disk what is not there yet, then says so in the journal. */
export class Finisher {
  readonly #context: FinishContext;
  readonly #moving = new Set<NewStep>();
  #waiting: NewStep[] = [];
  /** What is open of the files that these put: of each path the last one only. */
  #open = new Map<VaultPath, number>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  /** One round after the other, so that a slow disk is not asked for more and more at a time. */
  #round = Promise.resolve();

  constructor(context: FinishContext) {
    this.#context = context;
  }

  /** Takes over the files that are open since they were staged. */
  add(step: NewStep, staged: ReadonlyMap<VaultPath, StagedAs>): void {
    this.#waiting.push(step);
    for (const file of filesPut(step.ops)) {
      const older = this.#open.get(file.path);
      if (older !== undefined) this.#context.unsynced.drop(older);
      const newer = file.staged && staged.get(file.staged)?.descriptor;
      if (newer === undefined) this.#open.delete(file.path);
      else this.#open.set(file.path, newer);
    }
    if (step.ops.some(({ op }) => op === 'move')) this.#moving.add(step);
    this.#finishWithin(step.ops.every(({ op }) => op === 'put') ? pauseMs : structurePauseMs);
    if (this.#waiting.length === waitingMax || this.#open.size >= openWaitingMax) this.#finishAll();
  }

  /**
   * Resolves when no step that has not ended yet has moved anything that the ops are about. What
   * builds on a move could not tell after a loss of power whether the move has happened.
   */
  async settle(ops: readonly Op[]): Promise<void> {
    if (this.#moving.size === 0) return;
    const moves = [...this.#moving].flatMap((step) => step.ops.filter(({ op }) => op === 'move'));
    if (ops.some((op) => moves.some((move) => isRelated(op, move)))) await this.idle();
  }

  /** Resolves when every step that was added has ended. */
  idle(): Promise<void> {
    this.#finishAll();
    return this.#round;
  }

  #finishWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.#waiting.length > 1 && this.#dueAt <= at) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finishAll(), ms);
    this.#dueAt = at;
  }

  #finishAll(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    const [due, open] = [this.#waiting, this.#open];
    this.#waiting = [];
    this.#open = new Map();
    // A failure leaves the steps open, and the next start ends them.
    this.#round = this.#round
      .then(() => finish(this.#context, due, open))
      .catch(() => {})
      .finally(() => {
        for (const step of due) this.#moving.delete(step);
      });
  }
}

function isRelated(a: Op, b: Op): boolean {
  return pathsOfOp(a).some((one) =>
    pathsOfOp(b).some((other) => isWithin(one, other) || isWithin(other, one)),
  );
}

async function finish(
  context: FinishContext,
  due: readonly NewStep[],
  open: ReadonlyMap<VaultPath, number>,
): Promise<void> {
  const { journal, durability, unsynced } = context;
  const failed = await unsynced.sync([...open.values()]);
  const isSynced = (path: VaultPath): boolean | undefined => {
    const descriptor = open.get(path);
    return descriptor === undefined ? undefined : !failed.has(descriptor);
  };
  const ended = durability === 'fsync' ? await bringToDisk(context, due, isSynced) : due;
  await Promise.all(ended.map(({ id }) => journal.end(id, 'done')));
}
