import { pathsOf, type VaultChange } from '../../../contract/events.ts';
import { isNote } from '../../../contract/paths.ts';
import { createPace } from '../../../kit/pace.ts';
import { type Anchors, toAnchors } from '../../text/markdown/anchors.ts';
import { scanNote } from '../../text/markdown/scan.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { Finding } from './finding.ts';
import type { LinkTargets } from './link-flaws.ts';
import { type LintedText, lintText } from './lint-text.ts';
import { type NamesOf, namesFor } from './vault-names.ts';

export interface LinterOptions {
  readonly index: NoteIndex;
  textOf(path: string): string | undefined;
  /** Whether the path exists at all, also as a folder or a file that links cannot lead to. */
  isThere(path: string): boolean;
  /** Notes that lists of the whole vault leave out. */
  isExcluded(path: string): boolean;
}

export interface VaultLintOptions {
  /** Files that findings may mention. */
  mayRead(path: string): boolean;
  /** Answer after this time with what is known by then. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

export interface NoteFindings {
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** Notes whose headings and blocks are cached. */
const anchorsCachedMax = 5000;

/** Keeps the findings of every note, and checks again only what a change can have affected. */
export class Linter {
  readonly #options: LinterOptions;
  /** By note; those without findings are left out. */
  readonly #found = new Map<string, readonly LintedText[]>();
  /** Notes to check. */
  readonly #pending = new Set<string>();
  readonly #anchors = new Map<string, Anchors>();
  /** Notes with links into a heading or block, by the note they lead to. */
  readonly #anchorUsers = new Map<string, Set<string>>();
  #isStarted = false;
  #isChecking = false;

  constructor(options: LinterOptions) {
    this.#options = options;
  }

  /** Called with every change, after the index has taken it in. */
  changed(changes: readonly VaultChange[]): void {
    if (!this.#isStarted) return;
    for (const change of changes) {
      if (change.type === 'folder' && change.kind !== 'created') this.#addAll();
      for (const path of pathsOf(change)) this.#add(path, change.kind === 'modified');
    }
  }

  /** One note as it is now; undefined when there is none. */
  note(path: string, mayRead: (path: string) => boolean): Finding[] | undefined {
    const text = this.#options.textOf(path);
    if (text === undefined) return undefined;
    const names = namesFor(this.#options.index, mayRead)(path);
    const linted = lintText(text, scanNote(text), this.#targets(path), names);
    return mentioning(linted, mayRead);
  }

  /** Every note with findings, those changed last first. */
  async vault({ mayRead, budgetMs, signal }: VaultLintOptions): Promise<NoteFindings[]> {
    if (!this.#isStarted) this.#addAll();
    this.#isStarted = true;
    const deadline = performance.now() + budgetMs;
    const pace = createPace(signal);
    while (performance.now() < deadline && this.#checkNext()) if (pace.isDue()) await pace.pause();
    void this.#checkRest();
    const { index, isExcluded } = this.#options;
    const names = namesFor(index, mayRead);
    const paths = new Set([...this.#found.keys(), ...names.paths]);
    return [...paths]
      .filter((path) => mayRead(path) && !isExcluded(path))
      .map((path) => ({ path, findings: this.#findings(path, names, mayRead) }))
      .filter(({ findings }) => findings.length > 0)
      .sort((a, b) => this.#mtimeOf(b.path) - this.#mtimeOf(a.path));
  }

  /** How many notes are still to be checked. */
  get pending(): number {
    return this.#pending.size;
  }

  #addAll(): void {
    this.#anchors.clear();
    for (const path of this.#found.keys()) this.#pending.add(path);
    for (const { path } of this.#options.index.files.all()) {
      if (isNote(path)) this.#pending.add(path);
    }
  }

  /** Adds a file, and the notes whose links can be right or wrong because of it. */
  #add(path: string, existed: boolean): void {
    this.#anchors.delete(path);
    if (isNote(path)) this.#pending.add(path);
    for (const user of this.#anchorUsers.get(path) ?? []) this.#pending.add(user);
    if (existed) return;
    // Links with this name may lead somewhere else now.
    for (const { sources } of this.#options.index.links.withNameOf(path)) {
      for (const source of sources) if (isNote(source.path)) this.#pending.add(source.path);
    }
  }

  /** Checks the remaining notes in the background. */
  async #checkRest(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const pace = createPace();
    try {
      do await pace.pause();
      while (this.#checkUntil(pace.isDue));
    } finally {
      this.#isChecking = false;
    }
  }

  /** Checks notes until it is time to stop; false when all are checked. */
  #checkUntil(isDue: () => boolean): boolean {
    while (this.#checkNext()) if (isDue()) return true;
    return false;
  }

  #checkNext(): boolean {
    const [path] = this.#pending;
    if (path === undefined) return false;
    this.#pending.delete(path);
    const text = this.#options.index.files.get(path) && this.#options.textOf(path);
    const linted = text === undefined ? [] : lintText(text, scanNote(text), this.#targets(path));
    if (linted.length === 0) this.#found.delete(path);
    else this.#found.set(path, linted);
    return true;
  }

  /** Those of the note by itself, and those that only the whole vault shows. */
  #findings(path: string, names: NamesOf, mayRead: (path: string) => boolean): Finding[] {
    const known = this.#found.get(path) ?? [];
    if (!names.paths.has(path)) return mentioning(known, mayRead);
    return this.note(path, mayRead) ?? [];
  }

  #targets(path: string): LinkTargets {
    const { index, isThere } = this.#options;
    return {
      leadsTo: (linkPath) => index.ambiguousTargets(linkPath, path).map((file) => file.path),
      existsOtherwise: (linkPath) => candidatePaths(linkPath, path).some(isThere),
      anchorsOf: (target) => {
        const users = this.#anchorUsers.get(target) ?? new Set();
        this.#anchorUsers.set(target, users.add(path));
        return this.#anchorsOf(target);
      },
    };
  }

  #anchorsOf(path: string): Anchors | undefined {
    const known = this.#anchors.get(path);
    if (known !== undefined) return known;
    const text = this.#options.textOf(path);
    if (text === undefined) return undefined;
    if (this.#anchors.size >= anchorsCachedMax) this.#anchors.clear();
    const anchors = toAnchors(scanNote(text));
    this.#anchors.set(path, anchors);
    return anchors;
  }

  #mtimeOf(path: string): number {
    return this.#options.index.files.get(path)?.mtimeMs ?? 0;
  }
}

/** Findings that mention only what the caller may see. */
function mentioning(linted: readonly LintedText[], mayRead: (path: string) => boolean): Finding[] {
  return linted.filter(({ about }) => about.every(mayRead)).map(({ finding }) => finding);
}

/** Where a link that leads to no note could still lead: from the root, or from the folder of the note. */
function candidatePaths(linkPath: string, from: string): string[] {
  const folder = from.split('/').slice(0, -1);
  const names = linkPath.replace(/\/+$/, '').split('/');
  const fromRoot = normalize(names);
  const fromHere = linkPath.startsWith('/') ? undefined : normalize([...folder, ...names]);
  return [fromRoot, fromHere].flatMap((path) => path || []);
}

function normalize(names: readonly string[]): string | undefined {
  const path: string[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    if (name !== '..') path.push(name);
    else if (path.pop() === undefined) return undefined;
  }
  return path.join('/');
}
