import { limits } from '../../../../contract/limits.ts';

/** The names of the fields of a page. Pages with the same names share one, so that it can be recognised. */
export class Shape {
  readonly names: readonly string[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    this.names = names;
    this.#places = new Map(names.map((name, at) => [name, at]));
  }

  /** Where the field of this name stands, or -1. */
  placeOf(name: string): number {
    return this.#places.get(name) ?? -1;
  }
}

/** The shapes that were met. */
export class Shapes {
  readonly #known = new Map<string, Shape>();

  of(names: readonly string[]): Shape {
    const key = names.join('\0');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const shape = new Shape(names);
    if (this.#known.size >= limits.queryShapesMax) this.#known.clear();
    this.#known.set(key, shape);
    return shape;
  }
}
