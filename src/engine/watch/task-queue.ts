import { watchLimits } from '../../contract/limits.ts';

/** Work that can pause at every `yield`. */
export type Job = Generator<void, void, undefined>;

/** Events come first, then scans that a caller waits for, then what may take all day. */
const lanes = ['urgent', 'background', 'idle'] as const;
type Lane = (typeof lanes)[number];

interface Task {
  readonly job: Job;
  readonly done: () => void;
  readonly failed: (thrown: unknown) => void;
}

/** Runs long jobs in short slices, so that other work of the event loop waits a few milliseconds at most. */
export class TaskQueue {
  readonly #tasks: Record<Lane, Task[]> = { urgent: [], background: [], idle: [] };
  #cancelSlice: (() => void) | undefined;
  #isRunning = false;

  /** Resolves when the job is complete. The first slice of an urgent one runs before this call returns. */
  run(lane: Lane, job: Job): Promise<void> {
    return new Promise((done, failed) => {
      this.#tasks[lane].push({ job, done, failed });
      if (lane === 'urgent') this.#runSlice();
      else this.#schedule();
    });
  }

  close(): void {
    this.#cancelSlice?.();
    for (const lane of lanes) {
      for (const { job, done } of this.#tasks[lane].splice(0)) {
        job.return();
        done();
      }
    }
  }

  #runSlice = (): void => {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const endMs = performance.now() + watchLimits.sliceMs;
    try {
      for (let lane = this.#lane(); lane !== undefined; lane = this.#lane()) {
        const task = this.#tasks[lane][0];
        if (task === undefined || !runUntil(task, endMs)) break;
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
    this.#cancelSlice?.();
    this.#cancelSlice = undefined;
    const lane = this.#lane();
    if (lane === undefined) return;
    if (lane === 'idle') {
      const timer = setTimeout(this.#runSlice, watchLimits.idlePauseMs).unref();
      this.#cancelSlice = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(this.#runSlice);
      this.#cancelSlice = () => clearImmediate(immediate);
    }
  }
}

/** True when the job is complete. One that throws is complete, too, and rejects its promise. */
function runUntil({ job, failed }: Task, endMs: number): boolean {
  try {
    while (!job.next().done) if (performance.now() > endMs) return false;
  } catch (thrown) {
    failed(thrown);
  }
  return true;
}
