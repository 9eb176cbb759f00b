import { limits } from '../../../../contract/limits.ts';
import type { Page, PageSource } from '../source.ts';
import { FieldMemory } from './field-memory.ts';
import { type ItemValue, toItemValues } from './item-value.ts';
import { PageValue } from './page-value.ts';

/** The pages of a vault as values. A page is turned into one once, and again when it changes. */
export class Pages {
  readonly source: PageSource;
  readonly zone: string;
  readonly kept: FieldMemory;
  /** As of the last `refresh`, where rows find it without asking further. */
  linkEpoch = -1;
  #epoch = -1;
  readonly #names = new Map<string, readonly string[]>();
  readonly #lists = new Map<string, readonly PageValue[]>();
  /** Items take much memory, yet expressions ask for those of one page several times in a row. */
  #lastItems: { of: PageValue; epoch: number; items: readonly ItemValue[] } | undefined;

  constructor(source: PageSource, zone: string, kept = new FieldMemory()) {
    this.source = source;
    this.zone = zone;
    this.kept = kept;
  }

  /** Called when a query starts: what was kept of an earlier state is forgotten. */
  refresh(): void {
    this.linkEpoch = this.source.linkEpoch;
    if (this.#epoch === this.source.epoch) return;
    this.#epoch = this.source.epoch;
    this.#lists.clear();
  }

  valueOf(page: Page): PageValue {
    const { cached } = page;
    if (cached instanceof PageValue && cached.pages === this) return cached;
    const value = new PageValue(page, this);
    page.cached = value;
    return value;
  }

  /** The page of a path. */
  find(path: string): PageValue | undefined {
    const page = this.source.page(path);
    return page && this.valueOf(page);
  }

  /** All pages, by path. */
  all(): readonly PageValue[] {
    return this.#list('', () => this.source.pages());
  }

  /** Pages with a tag or one below it, by path. */
  withTag(tag: string): readonly PageValue[] {
    return this.#list(tag, () => this.source.pagesWithTag(tag));
  }

  /** The one copy of names that several pages have. */
  shareNames(names: readonly string[]): readonly string[] {
    const key = names.join('\0');
    const known = this.#names.get(key) ?? names;
    if (this.#names.size >= limits.queryFieldNamesMax) this.#names.clear();
    this.#names.set(key, known);
    return known;
  }

  /** The list items of a page, tasks included. */
  itemsOf(page: PageValue): readonly ItemValue[] {
    const last = this.#lastItems;
    if (last?.of === page && last.epoch === this.linkEpoch) return last.items;
    const follow = page.follow.bind(page);
    const items = toItemValues(page.page, { zone: this.zone, follow });
    this.#lastItems = { of: page, epoch: this.linkEpoch, items };
    return items;
  }

  #list(key: string, find: () => readonly Page[]): readonly PageValue[] {
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const values = find().map((page) => this.valueOf(page));
    if (this.#lists.size >= limits.queryListsMax) this.#lists.clear();
    this.#lists.set(key, values);
    return values;
  }
}
