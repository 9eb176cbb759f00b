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
import { setImmediate as turn } from 'node:timers/promises';
import { watchLimits } from '../../contract/limits.ts';
import { newId } from '../../kit/ids.ts';
import { systemCode } from '../store/vault/system-errors.ts';
import { countEvent, countEvents } from './overflow.ts';

const prefix = 'marker-';
/**
 * On Linux an event is in the queue before the call that caused it returns, and every turn of the
 * event loop empties the queue. Elsewhere events take their time.
 */
const isPrompt = process.platform === 'linux';
const abandonedMs = 24 * 60 * 60_000;

/**
 * Sends markers through the system's event queue: when the event of a marker comes back, so did
 * every event before it. A marker is a file in a folder of our own that is touched.
 */
export class Barrier {
  readonly #folder: string;
  readonly #watcher: FSWatcher;
  /** Two names in turn, so that no late event of one marker is taken for the next. */
  #markers = newMarkers();
  #arrived: (() => void) | undefined;
  #current: Promise<boolean> = Promise.resolve(true);
  #next: Promise<boolean> | undefined;
  /** The number of events when the last marker was through. */
  #seen = -1;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeAbandoned(folder);
    this.#watcher = watch(folder, { persistent: false }, (_event, name) => {
      countEvent();
      if (name === this.#markers[0]) this.#arrived?.();
    });
    // A folder that cannot be watched any more shows as a marker that does not come back.
    this.#watcher.on('error', () => {});
  }

  /**
   * Resolves when every event up to now has been delivered, to false when the marker got lost.
   * Everybody who asks in the same turn of the event loop shares a marker.
   */
  pass(): Promise<boolean> {
    this.#next ??= this.#sendNext();
    return this.#next;
  }

  close(): void {
    this.#watcher.close();
    this.#arrived?.();
    for (const marker of this.#markers) rmSync(join(this.#folder, marker), { force: true });
  }

  async #sendNext(): Promise<boolean> {
    await this.#current;
    await turn();
    this.#current = this.#isQuiet().then((isQuiet) => isQuiet || this.#send());
    this.#next = undefined;
    return this.#current;
  }

  /** Nothing has happened since the last marker. Whoever asks may be in the middle of a turn. */
  async #isQuiet(): Promise<boolean> {
    if (!isPrompt || countEvents() !== this.#seen) return false;
    await turn();
    return countEvents() === this.#seen;
  }

  async #send(): Promise<boolean> {
    this.#markers = [this.#markers[1], this.#markers[0]];
    const isThrough = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(async () => {
        // A busy process sees its timers before its events, so these get one more chance.
        await turn();
        await turn();
        resolve(false);
      }, watchLimits.markerMs);
      this.#arrived = () => {
        clearTimeout(timer);
        resolve(true);
      };
      if (!touch(join(this.#folder, this.#markers[0]))) {
        clearTimeout(timer);
        resolve(false);
      }
    });
    this.#arrived = undefined;
    if (isThrough) this.#seen = countEvents();
    else this.#markers = newMarkers();
    return isThrough;
  }
}

function newMarkers(): [string, string] {
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
