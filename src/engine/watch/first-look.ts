import { lstatIn } from '../store/vault/lstat-in.ts';
import { entriesEach as groupLength, StatBlock } from '../store/vault/stat-block.ts';
import { LookHelper } from './look-helper.ts';
import type { Listing, Scanner } from './scanner.ts';
import type { Folder } from './tree.ts';
import type { Job, Work } from './work.ts';

export interface FirstLookOptions {
  readonly scanner: Scanner;
  readonly work: Work;
  readonly nowMs: () => number;
}

/** Some names of a folder that is being read. */
interface Part {
  readonly listing: Listing;
  readonly names: readonly string[];
}

/** What one thread looks at together. */
interface Group {
  readonly parts: readonly Part[];
  /** From before the look. */
  readonly seenMs: number;
}

interface Seen {
  readonly group: Group;
  readonly stats: readonly StatBlock[];
}

/** So many names are looked at before another thread is worth its start. */
const aloneMax = 1500;
/** Folders stay open until all of their entries were looked at. */
const openMax = 256;
/** So many entries are looked at before anybody asks for the time. */
const pieceLength = 16;

/**
 * The first look at everything: what is there counts as known to everybody. This thread lists and
 * watches the folders, one after the other; their entries are looked at here and in another thread.
 */
export class FirstLook {
  readonly #options: FirstLookOptions;
  readonly #folders: Folder[] = [];
  readonly #met = new WeakSet<Folder>();
  readonly #open = new Set<Listing>();
  /** Groups that are looked at in this thread. */
  readonly #waiting: Group[] = [];
  /** Groups that the helper has, by their numbers there. */
  readonly #given = new Map<number, Group>();
  readonly #seen: Seen[] = [];
  #gathered: Part[] = [];
  #gatheredLength = 0;
  #listedLength = 0;
  #helper: LookHelper | undefined;
  #wake = () => {};
  #isClosed = false;

  constructor(options: FirstLookOptions) {
    this.#options = options;
  }

  async run(start: Folder): Promise<void> {
    this.#folders.push(start);
    try {
      do {
        await this.#options.work.run('background', this.#advance());
      } while (await this.#arrival());
    } finally {
      this.#end();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Does what there is to do in this thread. */
  *#advance(): Job {
    while (!this.#isClosed) {
      yield;
      const seen = this.#seen.shift();
      const folder = seen === undefined && this.#open.size < openMax && this.#folders.pop();
      if (seen !== undefined) yield* this.#takeIn(seen);
      else if (folder) this.#list(folder);
      else {
        this.#sendGathered();
        const group = this.#waiting.pop() ?? this.#takeBack();
        if (group === undefined) return;
        yield* this.#look(group);
      }
    }
  }

  /** Waits for the helper; false when everything is done. */
  async #arrival(): Promise<boolean> {
    const hasWork = this.#seen.length + this.#waiting.length > 0;
    if (!hasWork && this.#given.size > 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !this.#isClosed && this.#seen.length + this.#waiting.length + this.#given.size > 0;
  }

  #list(folder: Folder): void {
    const listing = folder.read ? undefined : this.#options.scanner.list(folder);
    if (listing === undefined || listing.names.length === 0) {
      if (listing !== undefined) this.#finish(listing);
      else this.#enter(folder);
      return;
    }
    this.#open.add(listing);
    // Names without a dot are mostly folders, and those are wanted at once.
    const plain = listing.names.filter((name) => !name.includes('.'));
    // In the order in which a snapshot has them.
    const rest = listing.names.filter(hasDot).sort();
    this.#gather(listing, rest);
    if (plain.length > 0) this.#lookNow({ listing, names: plain });
    this.#enter(folder);
  }

  #gather(listing: Listing, names: readonly string[]): void {
    for (let from = 0; from < names.length; from += groupLength) {
      const some = names.slice(from, from + groupLength);
      this.#gathered.push({ listing, names: some });
      this.#gatheredLength += some.length;
      if (this.#gatheredLength >= groupLength) this.#sendGathered();
    }
  }

  #sendGathered(): void {
    if (this.#gathered.length === 0) return;
    const group = { parts: this.#gathered, seenMs: this.#options.nowMs() };
    this.#listedLength += this.#gatheredLength;
    [this.#gathered, this.#gatheredLength] = [[], 0];
    this.#waiting.push(group);
    if (this.#listedLength > aloneMax) this.#askForHelp();
  }

  #startHelper(): LookHelper {
    this.#helper ??= new LookHelper({
      onSeen: (number, stats) => this.#hear(number, stats),
      onEnd: () => this.#goOnAlone(),
    });
    return this.#helper;
  }

  #askForHelp(): void {
    const helper = this.#startHelper();
    if (helper.isFull) return;
    for (const group of this.#waiting.splice(0)) {
      const parts = group.parts.map(({ listing, names }) => ({
        prefix: listing.open.at(''),
        names,
      }));
      this.#given.set(helper.give(parts), group);
    }
  }

  #takeBack(): Group | undefined {
    const number = this.#helper?.takeBack();
    const group = number === undefined ? undefined : this.#given.get(number);
    if (number !== undefined) this.#given.delete(number);
    return group;
  }

  #hear(number: number, stats: readonly StatBlock[] | undefined): void {
    const group = this.#given.get(number);
    this.#given.delete(number);
    if (group === undefined) return;
    if (stats === undefined) this.#waiting.push(group);
    else this.#seen.push({ group, stats });
    this.#wake();
  }

  /** Threads are a matter of speed alone. */
  #goOnAlone(): void {
    this.#waiting.push(...this.#given.values());
    this.#given.clear();
    this.#wake();
  }

  *#look({ parts, seenMs }: Group): Job {
    for (const part of parts) {
      const block = new StatBlock(part.names.length);
      for (const [i, name] of part.names.entries()) {
        if (i % pieceLength === 0) yield;
        block.set(i, lstatIn(part.listing.open, name));
      }
      this.#takePart(part, block, seenMs);
    }
  }

  #lookNow(part: Part): void {
    const seenMs = this.#options.nowMs();
    const block = new StatBlock(part.names.length);
    part.names.forEach((name, i) => {
      block.set(i, lstatIn(part.listing.open, name));
    });
    this.#takePart(part, block, seenMs);
  }

  *#takeIn({ group, stats }: Seen): Job {
    for (const [i, part] of group.parts.entries()) {
      yield;
      this.#takePart(part, stats[i] ?? new StatBlock(part.names.length), group.seenMs);
    }
  }

  #takePart({ listing, names }: Part, stats: StatBlock, seenMs: number): void {
    this.#options.scanner.takeAll(listing, { names, stats }, seenMs);
    listing.left -= names.length;
    if (listing.left === 0) this.#finish(listing);
  }

  #finish(listing: Listing): void {
    this.#open.delete(listing);
    this.#options.scanner.finish(listing);
    this.#enter(listing.folder);
  }

  #enter({ folders }: Folder): void {
    for (const inner of folders.values()) {
      if (this.#met.has(inner)) continue;
      this.#met.add(inner);
      this.#folders.push(inner);
    }
  }

  #end(): void {
    this.#helper?.close();
    for (const { open } of this.#open) open.close();
    this.#open.clear();
  }
}

function hasDot(name: string): boolean {
  return name.includes('.');
}
