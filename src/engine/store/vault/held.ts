import { close, closeSync, constants, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { fewAtATime } from '../../../kit/few-at-a-time.ts';

const closeSoon = promisify(close);

/**
 * Old files on their way out. Replacing the last name of a file makes the file system free its
 * blocks there and then, which waits for the disk and takes a hundred times as long as the rename
 * itself. So the old file is opened first, and freed when it is closed off the main thread.
 */
export interface Held {
  /** Takes over what is open of the file already, if something is. */
  keep(systemPath: string, take?: TakeOpened): void;
  /** Lets go of what is left. */
  close(): void;
}

/** Gives a descriptor away: whoever gets it closes it. */
export type TakeOpened = () => number | undefined;

/** What is replaced within this time is freed together. */
const pauseMs = 20;
/** More open files than this are freed at once. */
const heldMax = 256;
/** So many are freed at a time. */
const closesAtOnce = 4;
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function createHeld(): Held {
  let descriptors: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const letGo = (): void => {
    clearTimeout(timer);
    const due = descriptors;
    descriptors = [];
    // Whatever the system says, the descriptor is gone.
    const closeOne = (descriptor: number) => closeSoon(descriptor).catch(() => {});
    round = round.then(() => fewAtATime(closesAtOnce, due, closeOne));
  };
  return {
    keep(systemPath, take) {
      // Windows does not replace a file that is open.
      if (process.platform === 'win32') return;
      try {
        descriptors.push(take?.() ?? openSync(systemPath, flags));
      } catch {
        // A link, or one that we may not read: then the rename just takes longer.
        return;
      }
      if (descriptors.length === 1) timer = setTimeout(letGo, pauseMs);
      if (descriptors.length >= heldMax) letGo();
    },
    close() {
      clearTimeout(timer);
      for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
    },
  };
}
