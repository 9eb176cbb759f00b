import { Worker } from 'node:worker_threads';
import { builtUrl } from '../../kit/entry-url.ts';
import { StatBlock } from '../store/vault/stat-block.ts';
import { type LookPart, type LookReply, tryTake } from './look.ts';

export interface LookHelperEvents {
  /** What was seen of a group; nothing when the thread could not look. */
  onSeen(number: number, stats: readonly StatBlock[] | undefined): void;
  /** The thread ended before it was told to. */
  onEnd(): void;
}

const groupsMax = 1 << 16;

/** Another thread that looks at entries. What it has not begun with can be taken back. */
export class LookHelper {
  readonly #worker: Worker;
  readonly #taken = new Int32Array(new SharedArrayBuffer(groupsMax * Int32Array.BYTES_PER_ELEMENT));
  readonly #given: number[] = [];
  #count = 0;
  #isOver = false;

  constructor({ onSeen, onEnd }: LookHelperEvents) {
    this.#worker = new Worker(builtUrl('look-worker.cjs'));
    this.#worker.on('message', ({ group, stats }: LookReply) =>
      onSeen(
        group,
        stats?.map((numbers) => new StatBlock(numbers)),
      ),
    );
    const end = () => {
      if (!this.#isOver) onEnd();
      this.#isOver = true;
    };
    this.#worker.on('error', end).on('exit', end);
  }

  /** Whether there is room for another group. */
  get isFull(): boolean {
    return this.#isOver || this.#count === groupsMax;
  }

  /** Gives a group away, and says its number. */
  give(parts: readonly LookPart[]): number {
    const group = this.#count++;
    this.#given.push(group);
    this.#worker.postMessage({ taken: this.#taken, group, parts });
    return group;
  }

  /** The number of the last group that nobody has begun with. */
  takeBack(): number | undefined {
    for (let group = this.#given.pop(); group !== undefined; group = this.#given.pop()) {
      if (tryTake(this.#taken, group)) return group;
    }
    return undefined;
  }

  close(): void {
    this.#isOver = true;
    void this.#worker.terminate();
  }
}
