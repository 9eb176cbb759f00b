import { limits } from '../../../../contract/limits.ts';
import { nameOf } from '../../../../contract/paths.ts';
import { frontmatterTags } from '../../../text/markdown/frontmatter.ts';
import { parseWholeLink } from '../../../text/markdown/links.ts';
import { type Evictable, FieldMemory, sizeOf } from '../page/field-memory.ts';
import type { FileFacts, FileSource, Page, RawLink } from '../source.ts';
import { LinkValue, toLink } from '../values/link.ts';
import { newRecord, ObjectValue, RecordValue, type Value } from '../values/value.ts';
import { parseBaseDate } from './dates.ts';
import { BaseDate } from './values.ts';

/** The files of a vault as values. Those of a moment ago are the same ones. */
export class BaseFiles {
  readonly source: FileSource;
  readonly zone: string;
  readonly fieldMemory = new FieldMemory(limits.queryBaseBytesMax);
  readonly #files = new Map<string, BaseFile>();

  constructor(source: FileSource, zone: string) {
    this.source = source;
    this.zone = zone;
  }

  valueOf(facts: FileFacts): BaseFile {
    const known = this.#files.get(facts.path);
    if (known !== undefined) return known;
    const file = new BaseFile(facts, this.source.page(facts.path), this);
    if (this.#files.size >= limits.queryBaseFilesMax) this.#files.clear();
    this.#files.set(facts.path, file);
    return file;
  }

  find(path: string): BaseFile | undefined {
    const facts = this.source.file(path);
    return facts && this.valueOf(facts);
  }

  /** What a target leads to, whatever heading or block it names, from a file. */
  resolve(target: string, from: string): BaseFile | undefined {
    const hash = target.indexOf('#');
    const path = this.source.resolve(hash === -1 ? target : target.slice(0, hash), from);
    return path === undefined ? undefined : this.find(path);
  }

  link(target: string, display: string | undefined, from: string): BaseLink {
    return new BaseLink(target, display, this.resolve(target, from));
  }
}

/** A link with its target as written, and the file it leads to from where it stands. */
export class BaseLink extends LinkValue {
  /** Path and subpath. */
  readonly target: string;
  readonly file: BaseFile | undefined;

  constructor(target: string, display: string | undefined, file: BaseFile | undefined) {
    super(toLink(target, display));
    this.target = target;
    this.file = file;
  }
}

const members: Readonly<Record<string, (file: BaseFile) => Value>> = {
  name: ({ facts, page, basename }) => (page === undefined ? nameOf(facts.path) : basename),
  basename: ({ basename }) => basename,
  path: ({ facts }) => facts.path,
  folder: ({ facts }) => facts.path.slice(0, Math.max(0, facts.path.lastIndexOf('/'))),
  ext: ({ facts }) => extensionOf(facts.path),
  size: ({ facts }) => facts.size,
  ctime: ({ facts, files }) => new BaseDate(facts.ctimeMs, files.zone, true),
  mtime: ({ facts, files }) => new BaseDate(facts.mtimeMs, files.zone, true),
  tags: (file) => file.tags(),
  links: (file) => file.links(() => true),
  embeds: (file) => file.links(({ isEmbed }) => isEmbed),
  backlinks: (file) => file.backlinks(),
  properties: (file) => file.properties(),
  file: ({ facts, files }) => files.valueOf(facts),
};

/** A file of the vault, with its properties when it is a note. */
export class BaseFile extends ObjectValue implements Evictable {
  readonly facts: FileFacts;
  readonly page: Page | undefined;
  readonly files: BaseFiles;
  #properties: ObjectValue | undefined;

  constructor(facts: FileFacts, page: Page | undefined, files: BaseFiles) {
    super();
    this.facts = facts;
    this.page = page;
    this.files = files;
  }

  get basename(): string {
    const name = nameOf(this.facts.path);
    const extension = extensionOf(name);
    return extension === '' ? name : name.slice(0, -extension.length - 1);
  }

  get(key: string): Value | undefined {
    return Object.hasOwn(members, key) ? members[key]?.(this) : undefined;
  }

  keys(): readonly string[] {
    return Object.keys(members);
  }

  properties(): ObjectValue {
    if (this.#properties !== undefined) return this.#properties;
    const properties = this.#readProperties();
    this.#properties = properties;
    this.files.fieldMemory.add(this, sizeOf(properties), 0);
    return properties;
  }

  evict(): void {
    this.#properties = undefined;
  }

  /** A property by its name; the case may differ from file to file. */
  property(name: string): Value {
    const properties = this.properties();
    const exact = properties.get(name);
    if (exact !== undefined) return exact;
    const lower = name.toLowerCase();
    const other = properties.keys().find((key) => key.toLowerCase() === lower);
    return (other === undefined ? undefined : properties.get(other)) ?? null;
  }

  /** Without `#`, each once, those of the properties first. */
  tags(): string[] {
    if (this.page === undefined) return [];
    const written = [...(frontmatterTags(this.page.frontmatter) ?? []), ...this.page.bodyTags];
    return [...new Set(written.map((tag) => tag.slice(1)))];
  }

  /** True for the tag itself and for those below it, in any case. */
  hasTag(wanted: string): boolean {
    return this.tags().some((own) => isTagOrBelow(own, wanted));
  }

  links(wants: (link: RawLink) => boolean): BaseLink[] {
    const { path } = this.facts;
    return (this.page?.links ?? [])
      .filter(wants)
      .map(({ target, display }) => this.files.link(target, display, path));
  }

  backlinks(): BaseLink[] {
    return this.files.source.pagesLinkingTo(this.facts.path).flatMap(({ path }) => {
      const file = this.files.find(path);
      return file === undefined ? [] : new BaseLink(path, file.basename, file);
    });
  }

  /** Where the target leads counts; one that leads nowhere must be written alike. */
  hasLinkTo(target: string): boolean {
    const file = this.files.resolve(target, this.facts.path);
    if (file !== undefined) return this.hasLinkToFile(file);
    return this.links(() => true).some((link) => link.file === undefined && link.target === target);
  }

  hasLinkToFile(file: BaseFile): boolean {
    const { path } = file.facts;
    return this.links(() => true).some((link) => link.file?.facts.path === path);
  }

  isInFolder(folder: string): boolean {
    const clean = folder.replace(/^\/+|\/+$/g, '');
    return clean === '' || this.facts.path.startsWith(`${clean}/`);
  }

  #readProperties(): ObjectValue {
    const record = newRecord();
    for (const [key, raw] of Object.entries(this.page?.frontmatter ?? {})) {
      record[key] = this.#toValue(raw, this.files.source.propertyType(key));
    }
    return new RecordValue(record);
  }

  #toValue(raw: unknown, type: string | undefined): Value {
    if (typeof raw === 'string') return this.#parseText(raw, type);
    if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
    if (typeof raw === 'bigint') return Number(raw);
    if (typeof raw !== 'object' || raw === null) return null;
    if (Array.isArray(raw)) return raw.map((element) => this.#toValue(element, type));
    const record = newRecord();
    for (const [key, member] of Object.entries(raw)) record[key] = this.#toValue(member, undefined);
    return new RecordValue(record);
  }

  /** A wikilink is a link. A date is one unless the vault says that the property is text. */
  #parseText(text: string, type: string | undefined): Value {
    const link = text.startsWith('[[') ? parseWholeLink(text) : undefined;
    if (link?.syntax === 'wiki') return this.files.link(link.target, link.display, this.facts.path);
    if (
      type === 'date' ||
      type === 'datetime' ||
      (type === undefined && /^\d{4}-\d\d-\d\d/.test(text))
    ) {
      return parseBaseDate(text, this.files.zone) ?? text;
    }
    return text;
  }
}

/** `this`: a file whose properties can be asked for directly, and `this.file`. */
export class ThisFile extends BaseFile {
  constructor({ facts, page, files }: BaseFile) {
    super(facts, page, files);
  }

  override get(key: string): Value | undefined {
    const property = key === 'file' ? null : this.property(key);
    return property ?? super.get(key);
  }
}

/** True for the tag itself and for those below it, in any case, with a `#` or without. */
export function isTagOrBelow(own: string, wanted: string): boolean {
  const [tag, parent] = [own, wanted].map((name) => name.replace(/^#/, '').toLowerCase());
  return tag === parent || tag?.startsWith(`${parent}/`) === true;
}

function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}
