import { isWithin, parseVaultPath } from '../../contract/paths.ts';
import { isRecord } from '../../kit/records.ts';

interface Running {
  readonly paths: readonly string[];
  readonly done: Promise<unknown>;
}

/** The parameters that name what a request changes. */
const pathMembers = ['path', 'oldPath', 'newPath', 'srcPath', 'destPath'];

/**
 * The order that one connection is promised: its changes happen as they came, and whoever asks sees
 * everything that was asked for before. Changes of paths that have nothing to do with each other
 * still run side by side, so that they share their trips to the disk.
 */
export class Order {
  readonly #changes = new Set<Running>();

  /** Undefined when a reader need not wait. */
  beforeReading(): Promise<unknown> | undefined {
    return this.#changes.size === 0 ? undefined : whenDone([...this.#changes]);
  }

  change<T>(params: unknown, run: () => Promise<T>): Promise<T> {
    const paths = pathsIn(params);
    const before = [...this.#changes].filter((other) => overlaps(other.paths, paths));
    const done = before.length === 0 ? run() : whenDone(before).then(run);
    const running = { paths, done };
    this.#changes.add(running);
    const forget = () => this.#changes.delete(running);
    done.then(forget, forget);
    return done;
  }
}

function whenDone(running: readonly Running[]): Promise<unknown> {
  return Promise.allSettled(running.map(({ done }) => done));
}

/** The root overlaps with everything, so a request whose paths are not known waits for all. */
function pathsIn(params: unknown): string[] {
  if (!isRecord(params)) return [''];
  const named = pathMembers.map((name) => params[name]).filter((path) => typeof path === 'string');
  return named.length === 0 ? [''] : named.map(toKey);
}

/** Names that a file system might take for one another count as one. */
function toKey(path: string): string {
  try {
    return parseVaultPath(path).normalize('NFC').toLowerCase();
  } catch {
    return '';
  }
}

function overlaps(some: readonly string[], others: readonly string[]): boolean {
  return some.some((path) =>
    others.some((other) => isWithin(path, other) || isWithin(other, path)),
  );
}
