import type { Page, PageSource } from '../source.ts';
import { PageValue } from './page-value.ts';

/** The pages of a vault as values. A page is turned into one once, and again when it changes. */
export class Pages {
  readonly source: PageSource;
  readonly zone: string;
  readonly #values = new WeakMap<Page, PageValue>();

  constructor(source: PageSource, zone: string) {
    this.source = source;
    this.zone = zone;
  }

  valueOf(page: Page): PageValue {
    const known = this.#values.get(page);
    if (known !== undefined) return known;
    const value = new PageValue(page, this.source, this.zone);
    this.#values.set(page, value);
    return value;
  }

  /** The page of a path. */
  find(path: string): PageValue | undefined {
    const page = this.source.page(path);
    return page && this.valueOf(page);
  }
}
