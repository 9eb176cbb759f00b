import type { Page, PageSource } from '../source.ts';
import { DateValue, findDay, isDate, stripTime } from '../values/date.ts';
import { fileLink, fileTitle, type LinkValue, toLink } from '../values/link.ts';
import { ObjectValue, type Value } from '../values/value.ts';
import { collectFields, type FieldGroups, settleFields } from './fields.ts';
import { type ItemValue, toItemValues } from './item-value.ts';
import { toStoredValue } from './property-value.ts';
import { pageAliases, pageTags, withAncestors } from './tags.ts';

/** A page as an object: its fields, and `file`. Members are computed when asked for, and kept. */
export class PageValue extends ObjectValue {
  readonly page: Page;
  readonly file: FileValue;
  readonly #source: PageSource;
  readonly #zone: string;
  #groups: FieldGroups | undefined;
  #fields: Record<string, Value> | undefined;
  #items: readonly ItemValue[] | undefined;
  #epoch = -1;

  constructor(page: Page, source: PageSource, zone: string) {
    super();
    this.page = page;
    this.#source = source;
    this.#zone = zone;
    this.file = new FileValue(this, source, zone);
  }

  get(key: string): Value | undefined {
    return key === 'file' ? this.file : this.#settled()[key];
  }

  keys(): readonly string[] {
    return ['file', ...Object.keys(this.#settled()).filter((key) => key !== 'file')];
  }

  /** Fields by the keys as written, each with all its values. */
  groups(): FieldGroups {
    this.#groups ??= collectFields(this.page, this.#zone);
    return this.#groups;
  }

  items(): readonly ItemValue[] {
    this.#refresh();
    this.#items ??= toItemValues(this.page, { zone: this.#zone, follow: this.follow });
    return this.#items;
  }

  /** The link with the full path of its target, where there is one. */
  readonly follow = (link: LinkValue): LinkValue => {
    const path = this.#source.resolve(link.path, this.page.path);
    return path === undefined ? link : link.with({ path });
  };

  #settled(): Record<string, Value> {
    this.#refresh();
    this.#fields ??= settleFields(this.groups(), this.follow);
    return this.#fields;
  }

  /** Links lead elsewhere once files come and go. */
  #refresh(): void {
    if (this.#epoch === this.#source.linkEpoch) return;
    this.#epoch = this.#source.linkEpoch;
    this.#fields = undefined;
    this.#items = undefined;
  }
}

/** The members of `file`, in Dataview's order. */
const fileMembers: Readonly<Record<string, (file: FileValue) => Value | undefined>> = {
  path: ({ page }) => page.path,
  folder: ({ page }) => page.path.slice(0, Math.max(0, page.path.lastIndexOf('/'))),
  name: ({ page }) => fileTitle(page.path),
  link: ({ page }) => fileLink(page.path),
  outlinks: ({ owner }) => outlinks(owner),
  inlinks: ({ page, source }) =>
    source.pagesLinkingTo(page.path).map((from) => fileLink(from.path)),
  etags: ({ page }) => pageTags(page),
  tags: ({ page }) => withAncestors(pageTags(page)),
  aliases: ({ page }) => pageAliases(page),
  lists: ({ owner }) => owner.items(),
  tasks: ({ owner }) => owner.items().filter((item) => item.isTask),
  ctime: ({ page, zone }) => new DateValue(page.ctimeMs, zone),
  cday: ({ page, zone }) => stripTime(new DateValue(page.ctimeMs, zone), zone),
  mtime: ({ page, zone }) => new DateValue(page.mtimeMs, zone),
  mday: ({ page, zone }) => stripTime(new DateValue(page.mtimeMs, zone), zone),
  size: ({ page }) => page.size,
  starred: ({ page }) => page.isStarred,
  frontmatter: ({ page }) => toStoredValue(page.frontmatter ?? {}),
  ext: ({ page }) => page.path.slice(page.path.lastIndexOf('.') + 1),
  day: ({ owner, page, zone }) => dayOfPage(owner, page, zone),
};

/** What Dataview knows of a page besides its fields. */
export class FileValue extends ObjectValue {
  readonly owner: PageValue;
  readonly page: Page;
  readonly source: PageSource;
  readonly zone: string;

  constructor(owner: PageValue, source: PageSource, zone: string) {
    super();
    this.owner = owner;
    this.page = owner.page;
    this.source = source;
    this.zone = zone;
  }

  get(key: string): Value | undefined {
    return Object.hasOwn(fileMembers, key) ? fileMembers[key]?.(this) : undefined;
  }

  keys(): readonly string[] {
    return Object.keys(fileMembers).filter((key) => key !== 'day' || this.get('day') !== undefined);
  }
}

function outlinks({ page, follow }: PageValue): LinkValue[] {
  return page.links.map(({ target, display, isEmbed }) => follow(toLink(target, display, isEmbed)));
}

/** A field `date` or `day` that holds a date, or else a date in the name. */
function dayOfPage(owner: PageValue, page: Page, zone: string): DateValue | undefined {
  for (const [key, [first = null]] of owner.groups()) {
    const name = key.toLowerCase();
    if ((name === 'date' || name === 'day') && isDate(first)) return first;
  }
  return findDay(fileTitle(page.path), zone);
}
