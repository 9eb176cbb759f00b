import { isWithin, parseVaultPath } from '../../contract/paths.ts';
import { isRecord } from '../../kit/records.ts';

interface RunningWrite {
  readonly paths: readonly string[];
  readonly done: Promise<unknown>;
}

/** The parameters that name what a request changes. */
const pathParams = ['path', 'oldPath', 'newPath', 'srcPath', 'destPath'];

/**
 * The order that one connection is promised: its writes happen as they came, and a read sees every
 * write that came before it. Writes to unrelated paths run concurrently, so that they share their
 * trips to the disk.
 */
export class RequestOrder {
  readonly #writes = new Set<RunningWrite>();

  /** What a read has to wait for; undefined when it can start at once. */
  beforeRead(): Promise<unknown> | undefined {
    return this.#writes.size === 0 ? undefined : whenDone([...this.#writes]);
  }

  write<T>(params: unknown, run: () => Promise<T>): Promise<T> {
    const paths = pathsIn(params);
    const before = [...this.#writes].filter((other) => overlap(other.paths, paths));
    const done = before.length === 0 ? run() : whenDone(before).then(run);
    const running = { paths, done };
    this.#writes.add(running);
    const forget = () => this.#writes.delete(running);
    done.then(forget, forget);
    return done;
  }
}

function whenDone(writes: readonly RunningWrite[]): Promise<unknown> {
  return Promise.allSettled(writes.map(({ done }) => done));
}

/** The root overlaps with everything, so a request whose paths are not known waits for all. */
function pathsIn(params: unknown): string[] {
  if (!isRecord(params)) return [''];
  const named = pathParams.map((name) => params[name]).filter((path) => typeof path === 'string');
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

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((path) =>
    others.some((other) => isWithin(path, other) || isWithin(other, path)),
  );
}
