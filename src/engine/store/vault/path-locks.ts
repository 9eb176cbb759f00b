interface Holder {
  readonly keys: readonly string[];
  readonly waiters: Holder[];
  blockers: number;
  go: () => void;
}

/**
 * Calls on one path wait for each other; a folder waits for everything below it and the other way
 * round. First come, first served, and all paths of a call are taken at once, so nothing deadlocks.
 */
export class PathLocks {
  readonly #at = new Map<string, Set<Holder>>();
  readonly #below = new Map<string, Set<Holder>>();

  async hold<T>(paths: readonly string[], run: () => Promise<T>): Promise<T> {
    const holder: Holder = { keys: toKeys(paths), waiters: [], blockers: 0, go: () => {} };
    const blockers = this.#blockersOf(holder.keys);
    for (const key of holder.keys) {
      addTo(this.#at, key, holder);
      for (const ancestor of ancestorsOf(key)) addTo(this.#below, ancestor, holder);
    }
    if (blockers.size > 0) {
      holder.blockers = blockers.size;
      const released = new Promise<void>((resolve) => {
        holder.go = resolve;
      });
      for (const blocker of blockers) blocker.waiters.push(holder);
      await released;
    }
    try {
      return await run();
    } finally {
      this.#release(holder);
    }
  }

  #blockersOf(keys: readonly string[]): Set<Holder> {
    const found = new Set<Holder>();
    for (const key of keys) {
      for (const holder of this.#below.get(key) ?? []) found.add(holder);
      for (const each of [key, ...ancestorsOf(key)]) {
        for (const holder of this.#at.get(each) ?? []) found.add(holder);
      }
    }
    return found;
  }

  #release(holder: Holder): void {
    for (const key of holder.keys) {
      removeFrom(this.#at, key, holder);
      for (const ancestor of ancestorsOf(key)) removeFrom(this.#below, ancestor, holder);
    }
    for (const waiter of holder.waiters) {
      waiter.blockers--;
      if (waiter.blockers === 0) waiter.go();
    }
  }
}

/** Names that a file system might take for one another share a lock. */
function toKeys(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.normalize('NFC').toLowerCase()))];
}

/** From the nearest folder up to the root, which is `""`. */
function ancestorsOf(key: string): string[] {
  const found: string[] = [];
  for (let end = key.lastIndexOf('/'); end !== -1; end = key.lastIndexOf('/', end - 1)) {
    found.push(key.slice(0, end));
  }
  if (key !== '') found.push('');
  return found;
}

function addTo(map: Map<string, Set<Holder>>, key: string, holder: Holder): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([holder]));
  else set.add(holder);
}

function removeFrom(map: Map<string, Set<Holder>>, key: string, holder: Holder): void {
  const set = map.get(key);
  set?.delete(holder);
  if (set?.size === 0) map.delete(key);
}
