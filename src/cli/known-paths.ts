/** Paths of files as steps go by, and where each one was in the beginning. */
export class KnownPaths {
  readonly #paths = new Set<string>();
  readonly #moves: { readonly from: string; readonly to: string }[] = [];

  /** True for a known file, and for a folder with one in it. */
  has(path: string): boolean {
    if (this.#paths.has(path)) return true;
    for (const each of this.#paths) if (each.startsWith(`${path}/`)) return true;
    return false;
  }

  add(path: string): void {
    this.#paths.add(path);
  }

  remove(path: string): void {
    this.#paths.delete(path);
  }

  /** A file or a folder has gone elsewhere; what is known of it, or not, goes with it. */
  move(from: string, to: string): void {
    this.#moves.push({ from, to });
    for (const path of [...this.#paths]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#paths.delete(path);
      this.#paths.add(to + path.slice(from.length));
    }
  }

  /** The path that a file had before all moves so far. */
  originOf(path: string): string {
    return this.#moves.reduceRight(
      (at, { from, to }) =>
        at === to || at.startsWith(`${to}/`) ? from + at.slice(to.length) : at,
      path,
    );
  }
}
