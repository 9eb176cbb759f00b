import type { Page, PageSource } from '../source.ts';
import { DateValue, findDay, isDate, stripTime } from '../values/date.ts';
import { fileLink, fileTitle, type LinkValue, toLink } from '../values/link.ts';
import { ObjectValue, type Value } from '../values/value.ts';
import { type Evictable, FieldMemory, sizeOf } from './field-memory.ts';
import { collectFields, mergeFields } from './fields.ts';
import { type ItemValue, toItemValues } from './item-value.ts';
import { toStoredValue } from './property-value.ts';
import { pageAliases, pageTags, withAncestors } from './tags.ts';

/** The pages of a vault as values. A page is turned into one once, and again when it changes. */
export class Pages {
  readonly source: PageSource;
  readonly zone: string;
  readonly fieldMemory: FieldMemory;
  /** Items take much memory, yet expressions ask for those of one page several times in a row. */
  #lastItems: { of: PageValue; epoch: number; items: readonly ItemValue[] } | undefined;

  constructor(source: PageSource, zone: string, fieldMemory = new FieldMemory()) {
    this.source = source;
    this.zone = zone;
    this.fieldMemory = fieldMemory;
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
  all(): PageValue[] {
    return this.source.pages().map((page) => this.valueOf(page));
  }

  /** Pages with a tag or one below it, by path. */
  withTag(tag: string): PageValue[] {
    return this.source.pagesWithTag(tag).map((page) => this.valueOf(page));
  }

  /** The list items of a page, tasks included. */
  itemsOf(page: PageValue): readonly ItemValue[] {
    const { linkEpoch: epoch } = this.source;
    if (this.#lastItems?.of === page && this.#lastItems.epoch === epoch) {
      return this.#lastItems.items;
    }
    const items = toItemValues(page.page, {
      zone: this.zone,
      follow: (link) => page.follow(link),
    });
    this.#lastItems = { of: page, epoch, items };
    return items;
  }
}

/** A page as an object: its fields, and `file`. The fields are computed when asked for, and cached. */
export class PageValue extends ObjectValue implements Evictable {
  readonly page: Page;
  readonly pages: Pages;
  #fields: Readonly<Record<string, Value>> | undefined;
  #epoch = -1;
  #cachedBytes = 0;

  constructor(page: Page, pages: Pages) {
    super();
    this.page = page;
    this.pages = pages;
  }

  get(key: string): Value | undefined {
    return key === 'file' ? new FileValue(this) : this.#readFields()[key];
  }

  keys(): readonly string[] {
    return ['file', ...Object.keys(this.#readFields()).filter((key) => key !== 'file')];
  }

  /** The link with the full path of its target, where there is one. */
  follow(link: LinkValue): LinkValue {
    const path = this.pages.source.resolve(link.path, this.page.path);
    return path === undefined ? link : link.with({ path });
  }

  evict(): void {
    this.#fields = undefined;
  }

  /** The fields. Links in them lead elsewhere once files come and go. */
  #readFields(): Readonly<Record<string, Value>> {
    const { source, zone, fieldMemory } = this.pages;
    if (this.#fields !== undefined && this.#epoch === source.linkEpoch) return this.#fields;
    const groups = collectFields(this.page, zone);
    const fields = mergeFields(groups, (link) => this.follow(link));
    this.#fields = fields;
    this.#epoch = source.linkEpoch;
    this.#cachedBytes = fieldMemory.add(
      this,
      sizeOf(Object.values(fields)) + pageBytes,
      this.#cachedBytes,
    );
    return fields;
  }
}

/** What a page itself takes, its fields aside. */
const pageBytes = 200;

/** The members of `file`, in Dataview's order. */
const fileMembers: Readonly<Record<string, (file: PageValue) => Value | undefined>> = {
  path: ({ page }) => page.path,
  folder: ({ page }) => page.path.slice(0, Math.max(0, page.path.lastIndexOf('/'))),
  name: ({ page }) => fileTitle(page.path),
  link: ({ page }) => fileLink(page.path),
  outlinks: (owner) => outlinks(owner),
  inlinks: ({ page, pages }) =>
    pages.source.pagesLinkingTo(page.path).map((from) => fileLink(from.path)),
  etags: ({ page }) => pageTags(page),
  tags: ({ page }) => withAncestors(pageTags(page)),
  aliases: ({ page }) => pageAliases(page),
  lists: (owner) => owner.pages.itemsOf(owner),
  tasks: (owner) => owner.pages.itemsOf(owner).filter((item) => item.isTask),
  ctime: ({ page, pages }) => new DateValue(page.ctimeMs, pages.zone),
  cday: ({ page, pages }) => stripTime(new DateValue(page.ctimeMs, pages.zone), pages.zone),
  mtime: ({ page, pages }) => new DateValue(page.mtimeMs, pages.zone),
  mday: ({ page, pages }) => stripTime(new DateValue(page.mtimeMs, pages.zone), pages.zone),
  size: ({ page }) => page.size,
  starred: ({ page }) => page.isStarred,
  frontmatter: ({ page }) => toStoredValue(page.frontmatter ?? {}),
  ext: ({ page }) => page.path.slice(page.path.lastIndexOf('.') + 1),
  day: (owner) => dayOfPage(owner),
};

/** What Dataview knows of a page besides its fields. */
class FileValue extends ObjectValue {
  readonly #owner: PageValue;

  constructor(owner: PageValue) {
    super();
    this.#owner = owner;
  }

  get(key: string): Value | undefined {
    return Object.hasOwn(fileMembers, key) ? fileMembers[key]?.(this.#owner) : undefined;
  }

  keys(): readonly string[] {
    return Object.keys(fileMembers).filter((key) => key !== 'day' || this.get('day') !== undefined);
  }
}

function outlinks(owner: PageValue): LinkValue[] {
  return owner.page.links.map(({ target, display, isEmbed }) =>
    owner.follow(toLink(target, display, isEmbed)),
  );
}

/** A field `date` or `day` that holds a date, or else a date in the name. */
function dayOfPage({ page, pages }: PageValue): DateValue | undefined {
  for (const [key, [first = null]] of collectFields(page, pages.zone)) {
    const name = key.toLowerCase();
    if ((name === 'date' || name === 'day') && isDate(first)) return first;
  }
  return findDay(fileTitle(page.path), pages.zone);
}
