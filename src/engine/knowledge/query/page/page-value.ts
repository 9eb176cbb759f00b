import type { Page } from '../source.ts';
import { DateValue, findDay, isDate, stripTime } from '../values/date.ts';
import { fileLink, fileTitle, type LinkValue, toLink } from '../values/link.ts';
import { ObjectValue, type Value } from '../values/value.ts';
import { type Evictable, sizeOf } from './field-memory.ts';
import { collectFields, settleFields } from './fields.ts';
import type { Pages } from './pages.ts';
import { toStoredValue } from './property-value.ts';
import { pageAliases, pageTags, withAncestors } from './tags.ts';

/** A page as an object: its fields, and `file`. The fields are computed when asked for, and cached. */
export class PageValue extends ObjectValue implements Evictable {
  readonly page: Page;
  readonly pages: Pages;
  /** Names and values of the fields. Most pages have the same names, which they share. */
  #names: readonly string[] = [];
  #values: readonly Value[] = [];
  #epoch = -1;
  #keptBytes = 0;

  constructor(page: Page, pages: Pages) {
    super();
    this.page = page;
    this.pages = pages;
  }

  get(key: string): Value | undefined {
    if (key === 'file') return new FileValue(this);
    this.#settle();
    return this.#values[this.#names.indexOf(key)];
  }

  keys(): readonly string[] {
    this.#settle();
    return ['file', ...this.#names.filter((key) => key !== 'file')];
  }

  /** The link with the full path of its target, where there is one. */
  follow(link: LinkValue): LinkValue {
    const path = this.pages.source.resolve(link.path, this.page.path);
    return path === undefined ? link : link.with({ path });
  }

  evict(): void {
    this.#epoch = -1;
    this.#values = [];
  }

  /** Computes the fields. Links in them lead elsewhere once files come and go. */
  #settle(): void {
    if (this.#epoch === this.pages.linkEpoch) return;
    this.#epoch = this.pages.linkEpoch;
    const groups = collectFields(this.page, this.pages.zone);
    const fields = settleFields(groups, (link) => this.follow(link));
    this.#names = this.pages.shareNames(Object.keys(fields));
    this.#values = Object.values(fields);
    const bytes = sizeOf(this.#values) + pageBytes;
    this.#keptBytes = this.pages.kept.add(this, bytes, this.#keptBytes);
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
