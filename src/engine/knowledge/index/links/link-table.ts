import { detach } from '../detach.ts';
import { type FileEntry, LinkTarget } from '../file-entry.ts';
import { appended, removeFrom } from '../short-lists.ts';
import { cleanLinkPath, nameKey } from './names.ts';

/** All spellings of links in the vault. */
export class LinkTable {
  private readonly byText = new Map<string, LinkTarget>();
  /** Spellings by the file name in them, so that the links to a file can be found. */
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
  withNameOf(path: string): readonly LinkTarget[] {
    return this.withKey(nameKey(path));
  }

  /** `source` uses these targets from now on instead of the old ones. */
  replace(source: FileEntry, old: readonly LinkTarget[], links: readonly LinkTarget[]): void {
    const before = new Set(old);
    const after = new Set(links);
    for (const target of after) if (!before.has(target)) target.add(source);
    for (const target of before) if (!after.has(target)) this.drop(target, source);
  }

  private drop(target: LinkTarget, source: FileEntry): void {
    removeFrom(target.sources, source);
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
