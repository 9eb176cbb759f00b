import { detach } from '../detach.ts';
import type { FileEntry } from '../file-entry.ts';
import { appended, takeOut } from '../short-lists.ts';
import { cleanLinkPath, nameKey } from './names.ts';

const noFiles: FileEntry[] = [];

/** One spelling of a link's path, and who uses it. */
export class LinkTarget {
  /** As written, without subpath. Empty for links to the note itself. */
  readonly text: string;
  /** Each file once. */
  sources: FileEntry[] = noFiles;
  /** Where it leads when that does not depend on the source; valid for one state of the files. */
  known: FileEntry | undefined;
  knownEpoch = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Takes in a file, which may be the one that was taken in last. */
  add(source: FileEntry): void {
    if (this.sources[this.sources.length - 1] !== source) {
      this.sources = appended(this.sources, source);
    }
  }
}

/** All spellings of links in the vault. */
export class LinkTable {
  private readonly byText = new Map<string, LinkTarget>();
  /** Spellings by the name they ask for, so that a file finds who may link to it. */
  private readonly byKey = new Map<string, LinkTarget | LinkTarget[]>();

  /** The target for a spelling, which may be new. Only an `own` text may be kept as it is. */
  intern(text: string, own = false): LinkTarget {
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    const target = new LinkTarget(own ? text : detach(text));
    this.byText.set(target.text, target);
    const key = keyOf(target);
    const others = this.withKey(key);
    this.byKey.set(key, others.length === 0 ? target : appended(others, target));
    return target;
  }

  all(): IterableIterator<LinkTarget> {
    return this.byText.values();
  }

  find(text: string): LinkTarget | undefined {
    return this.byText.get(text);
  }

  /** Spellings that may lead to the file of this path. */
  asking(path: string): readonly LinkTarget[] {
    return this.withKey(nameKey(path));
  }

  /** Says that `source` uses these targets from now on instead of the old ones. */
  replace(source: FileEntry, old: readonly LinkTarget[], links: readonly LinkTarget[]): void {
    if (old.length === 0) {
      this.addSource(source, links);
      return;
    }
    const before = new Set(old);
    const after = new Set(links);
    for (const target of after) if (!before.has(target)) target.add(source);
    for (const target of before) if (!after.has(target)) this.drop(target, source);
  }

  /** Says that a file which used nothing before uses these targets. */
  addSource(source: FileEntry, links: readonly LinkTarget[]): void {
    for (const target of links) target.add(source);
  }

  private drop(target: LinkTarget, source: FileEntry): void {
    takeOut(target.sources, source);
    if (target.sources.length > 0) return;
    this.byText.delete(target.text);
    const key = keyOf(target);
    const rest = this.withKey(key).filter((other) => other !== target);
    if (rest.length === 0) this.byKey.delete(key);
    else this.byKey.set(key, rest);
  }

  private withKey(key: string): LinkTarget[] {
    const found = this.byKey.get(key) ?? [];
    return Array.isArray(found) ? found : [found];
  }
}

function keyOf({ text }: LinkTarget): string {
  return nameKey(cleanLinkPath(text));
}
