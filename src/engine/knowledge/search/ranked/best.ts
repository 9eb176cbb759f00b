/** Keeps the best few of many without sorting all: a heap with the worst of them on top. */
export class Best<T> {
  readonly #room: number;
  /** Negative when the first comes before the second. */
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  constructor(room: number, compare: (a: T, b: T) => number) {
    this.#room = room;
    this.#compare = compare;
  }

  add(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#room) {
      heap.push(item);
      this.#rise(heap.length - 1);
      return;
    }
    const [worst] = heap;
    if (worst === undefined || this.#compare(item, worst) >= 0) return;
    heap[0] = item;
    this.#sink(0);
  }

  /** In order, best first. */
  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child;
      }
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #isWorse(a: number, b: number): boolean {
    const x = this.#heap[a];
    const y = this.#heap[b];
    return x !== undefined && y !== undefined && this.#compare(x, y) > 0;
  }

  #swap(a: number, b: number): void {
    const x = this.#heap[a];
    const y = this.#heap[b];
    if (x === undefined || y === undefined) return;
    this.#heap[a] = y;
    this.#heap[b] = x;
  }
}
