import { close, closeSync, constants, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { forEachLimited } from '../../../kit/for-each-limited.ts';

const closeSoon = promisify(close);

/** What is replaced within this time is freed together. */
const pauseMs = 20;
/** More open files than this are freed at once. */
const openMax = 256;
/** How many are freed at a time: few enough to leave threads for other work on files. */
const closesAtOnce = 4;
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Files that are being replaced. Replacing the last name of a file makes the file system free its
 * blocks there and then, which waits for the disk and takes a hundred times as long as the rename
 * itself. So the old file is opened first, and freed when it is closed off the main thread.
 */
export class ReplacedFiles {
  #descriptors: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closing = Promise.resolve();

  /** To be called right before the file is replaced. */
  keepOpen(systemPath: string): void {
    // Windows does not replace a file that is open.
    if (process.platform === 'win32') return;
    try {
      this.#descriptors.push(openSync(systemPath, flags));
    } catch {
      // A link, or one that we may not read: then the rename just takes longer.
      return;
    }
    if (this.#descriptors.length === 1) this.#timer = setTimeout(() => this.#free(), pauseMs);
    if (this.#descriptors.length >= openMax) this.#free();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }

  #free(): void {
    clearTimeout(this.#timer);
    const due = this.#descriptors.splice(0);
    // Whatever the system says, the descriptor is gone.
    const closeOne = (descriptor: number) => closeSoon(descriptor).catch(() => {});
    this.#closing = this.#closing.then(() => forEachLimited(closesAtOnce, due, closeOne));
  }
}
