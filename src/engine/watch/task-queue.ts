import { watchLimits } from '../../contract/limits.ts';

/** Work that can pause at every `yield`. */
export type Job = Generator<void, void, undefined>;

/** Events first, then scans that somebody waits for, then what may take all day. */
const lanes = ['urgent', 'background', 'leisure'] as const;
type Lane = (typeof lanes)[number];

interface Task {
  readonly job: Job;
  readonly done: () => void;
  readonly failed: (thrown: unknown) => void;
}

/** Long work in short pieces: whoever else needs the event loop waits a few milliseconds at most. */
export class Work {
  readonly #tasks: Record<Lane, Task[]> = { urgent: [], background: [], leisure: [] };
  #cancelPiece: (() => void) | undefined;
  #isRunning = false;

  /** True when no event waits to be looked into. */
  get isSettled(): boolean {
    return this.#tasks.urgent.length === 0;
  }

  /** Resolves when the job is through. The first piece of an urgent one is done in this very call. */
  run(lane: Lane, job: Job): Promise<void> {
    return new Promise((done, failed) => {
      this.#tasks[lane].push({ job, done, failed });
      if (lane === 'urgent') this.#runPiece();
      else this.#schedule();
    });
  }

  close(): void {
    this.#cancelPiece?.();
    for (const lane of lanes) {
      for (const { job, done } of this.#tasks[lane].splice(0)) {
        job.return();
        done();
      }
    }
  }

  #runPiece = (): void => {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const endMs = performance.now() + watchLimits.sliceMs;
    try {
      for (let lane = this.#lane(); lane !== undefined; lane = this.#lane()) {
        const task = this.#tasks[lane][0];
        if (task === undefined || !isThrough(task, endMs)) break;
        this.#tasks[lane].splice(this.#tasks[lane].indexOf(task), 1);
        task.done();
      }
    } finally {
      this.#isRunning = false;
    }
    this.#schedule();
  };

  #lane(): Lane | undefined {
    return lanes.find((lane) => this.#tasks[lane].length > 0);
  }

  #schedule(): void {
    this.#cancelPiece?.();
    this.#cancelPiece = undefined;
    const lane = this.#lane();
    if (lane === undefined) return;
    if (lane === 'leisure') {
      const timer = setTimeout(this.#runPiece, watchLimits.leisureMs).unref();
      this.#cancelPiece = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(this.#runPiece);
      this.#cancelPiece = () => clearImmediate(immediate);
    }
  }
}

/** A job that fails is through too; whoever waits for it learns why. */
function isThrough({ job, failed }: Task, endMs: number): boolean {
  try {
    while (!job.next().done) if (performance.now() > endMs) return false;
  } catch (thrown) {
    failed(thrown);
  }
  return true;
}
