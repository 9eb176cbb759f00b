import {
  type FSWatcher,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { watchLimits } from '../../contract/limits.ts';
import { newId } from '../../kit/ids.ts';
import { systemCode } from '../store/vault/system-errors.ts';
import { countEvent, countEvents } from './overflow.ts';

const prefix = 'cookie-';
/**
 * On Linux an event is in the queue before the call that caused it returns, and every
 * iteration of the event loop empties the queue. Elsewhere events may come later.
 */
const isPrompt = process.platform === 'linux';
const abandonedMs = 24 * 60 * 60_000;

/**
 * Sends cookies through the system's event queue, as Watchman does: when the event of a cookie
 * arrives, so did every event before it. A cookie is a file in a folder of our own that is touched.
 */
export class CookieSync {
  readonly #folder: string;
  readonly #watcher: FSWatcher;
  /** Two names that alternate, so that no late event of one cookie is mistaken for the next. */
  #cookies = newCookies();
  #arrived: (() => void) | undefined;
  #current: Promise<boolean> = Promise.resolve(true);
  #next: Promise<boolean> | undefined;
  /** The number of events when the last cookie arrived. */
  #countAtArrival = -1;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeAbandoned(folder);
    this.#watcher = watch(folder, { persistent: false }, (_event, name) => {
      countEvent();
      if (name === this.#cookies[0]) this.#arrived?.();
    });
    // When the folder cannot be watched any more, the next cookie does not arrive.
    this.#watcher.on('error', () => {});
  }

  /**
   * Resolves when every event up to now has been delivered, to false when the cookie got lost.
   * All calls in one iteration of the event loop share a cookie.
   */
  sync(): Promise<boolean> {
    this.#next ??= this.#sendNext();
    return this.#next;
  }

  close(): void {
    this.#watcher.close();
    this.#arrived?.();
    for (const cookie of this.#cookies) rmSync(join(this.#folder, cookie), { force: true });
  }

  async #sendNext(): Promise<boolean> {
    await this.#current;
    await nextIteration();
    this.#current = this.#isQuiet().then((isQuiet) => isQuiet || this.#send());
    this.#next = undefined;
    return this.#current;
  }

  /** True when no event came since the last cookie. The call may come in the middle of an iteration. */
  async #isQuiet(): Promise<boolean> {
    if (!isPrompt || countEvents() !== this.#countAtArrival) return false;
    await nextIteration();
    return countEvents() === this.#countAtArrival;
  }

  async #send(): Promise<boolean> {
    this.#cookies = [this.#cookies[1], this.#cookies[0]];
    const hasArrived = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(async () => {
        // A busy process sees its timers before its events, so these get one more chance.
        await nextIteration();
        await nextIteration();
        resolve(false);
      }, watchLimits.cookieMs);
      this.#arrived = () => {
        clearTimeout(timer);
        resolve(true);
      };
      if (!touch(join(this.#folder, this.#cookies[0]))) {
        clearTimeout(timer);
        resolve(false);
      }
    });
    this.#arrived = undefined;
    if (hasArrived) this.#countAtArrival = countEvents();
    else this.#cookies = newCookies();
    return hasArrived;
  }
}

function newCookies(): [string, string] {
  const id = newId();
  return [`${prefix}${id}-a`, `${prefix}${id}-b`];
}

/** Exactly one event, whether the file is there or not. */
function touch(file: string): boolean {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return true;
  } catch (thrown) {
    return systemCode(thrown) === 'ENOENT' && create(file);
  }
}

function create(file: string): boolean {
  try {
    writeFileSync(file, '', { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Left behind by processes that were killed. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > abandonedMs) {
      rmSync(join(folder, name), { force: true });
    }
  }
}
