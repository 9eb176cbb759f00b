import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VaultChange } from '../../../contract/events.ts';
import { isNote } from '../../../contract/paths.ts';
import { type Anchors, toAnchors } from '../../text/markdown/anchors.ts';
import type { Note } from '../../text/markdown/note.ts';
import { scanNote } from '../../text/markdown/scan.ts';
import type { FileEntry } from '../index/file-entry.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { Finding } from './finding.ts';
import type { Surroundings } from './link-flaws.ts';
import { type LintedText, lintText } from './lint-text.ts';
import { type NamesOf, namesFor } from './vault-names.ts';

export interface LinterOptions {
  readonly index: NoteIndex;
  textOf(path: string): string | undefined;
  /** Whether anything lies at the path: a folder, or a file that links cannot lead to. */
  isThere(path: string): boolean;
  /** Notes that lists of the whole vault leave out. */
  isExcluded(path: string): boolean;
}

export interface VaultLintOptions {
  /** Files that may be spoken of. */
  mayRead(path: string): boolean;
  /** Answer after this time with what is known by then. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

export interface NoteFindings {
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** How long checking goes on before others have a turn. */
const sliceMs = 8;
/** Notes whose headings and blocks are remembered. */
const anchorsKnownMax = 5000;

/** Knows what is wrong with every note, and looks again only where something has changed. */
export class Linter {
  readonly #options: LinterOptions;
  /** What was found, of notes with anything. */
  readonly #found = new Map<string, readonly LintedText[]>();
  /** Notes to look at. */
  readonly #due = new Set<string>();
  readonly #anchors = new Map<string, Anchors>();
  /** Notes with links into a heading or block, by the note they lead to. */
  readonly #anchorUsers = new Map<string, Set<string>>();
  #isStarted = false;
  #isWorking = false;

  constructor(options: LinterOptions) {
    this.#options = options;
  }

  /** What happened. The index must know it already. */
  changed(changes: readonly VaultChange[]): void {
    if (!this.#isStarted) return;
    for (const change of changes) {
      if (change.type === 'folder' && change.kind !== 'created') this.#lookAtAll();
      for (const path of change.kind === 'renamed'
        ? [change.path, change.newPath]
        : [change.path]) {
        this.#lookAgain(path, change.kind === 'modified');
      }
    }
  }

  /** One note as it is now; undefined when there is none. */
  note(path: string, mayRead: (path: string) => boolean): Finding[] | undefined {
    const text = this.#options.textOf(path);
    if (text === undefined) return undefined;
    const names = namesFor(this.#options.index, mayRead)(path);
    const linted = lintText(text, scanNote(text), this.#around(path), names);
    return speakable(linted, mayRead);
  }

  /** Every note with findings, those changed last first. */
  async vault({ mayRead, budgetMs, signal }: VaultLintOptions): Promise<NoteFindings[]> {
    this.#start();
    const deadline = performance.now() + budgetMs;
    while (this.#due.size > 0 && performance.now() < deadline) {
      this.#work(Math.min(deadline, performance.now() + sliceMs));
      await nextTurn();
      signal.throwIfAborted();
    }
    if (this.#due.size > 0) void this.#workOn();
    const { index, isExcluded } = this.#options;
    const names = namesFor(index, mayRead);
    const paths = new Set([...this.#found.keys(), ...names.paths]);
    return [...paths]
      .filter((path) => mayRead(path) && !isExcluded(path))
      .map((path) => ({ path, findings: this.#together(path, names, mayRead) }))
      .filter(({ findings }) => findings.length > 0)
      .sort((a, b) => this.#mtimeOf(b.path) - this.#mtimeOf(a.path));
  }

  /** How many notes are still to be looked at. */
  get due(): number {
    return this.#due.size;
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#lookAtAll();
  }

  #lookAtAll(): void {
    this.#anchors.clear();
    for (const path of this.#found.keys()) this.#due.add(path);
    for (const { path } of this.#options.index.files.all()) if (isNote(path)) this.#due.add(path);
  }

  #lookAgain(path: string, isThereStill: boolean): void {
    this.#anchors.delete(path);
    if (isNote(path)) this.#due.add(path);
    for (const user of this.#anchorUsers.get(path) ?? []) this.#due.add(user);
    if (isThereStill) return;
    // Whoever names a file of this name may lead somewhere else now.
    for (const { sources } of this.#options.index.links.asking(path)) {
      for (const source of sources) if (isNote(source.path)) this.#due.add(source.path);
    }
  }

  /** Goes on beside other work until nothing is due. */
  async #workOn(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (this.#due.size > 0) {
        this.#work(performance.now() + sliceMs);
        await nextTurn();
      }
    } finally {
      this.#isWorking = false;
    }
  }

  #work(deadline: number): void {
    for (const path of this.#due) {
      this.#due.delete(path);
      const text = this.#options.index.files.get(path) && this.#options.textOf(path);
      const linted = text === undefined ? [] : lintText(text, scanNote(text), this.#around(path));
      if (linted.length === 0) this.#found.delete(path);
      else this.#found.set(path, linted);
      if (performance.now() >= deadline) return;
    }
  }

  /** What is wrong with the note by itself, and what only the whole vault shows. */
  #together(path: string, names: NamesOf, mayRead: (path: string) => boolean): Finding[] {
    const known = this.#found.get(path) ?? [];
    if (!names.paths.has(path)) return speakable(known, mayRead);
    return this.note(path, mayRead) ?? [];
  }

  #around(path: string): Surroundings {
    const { index, isThere } = this.#options;
    return {
      leadsTo: (linkPath) => index.rivals(linkPath, path).map((file: FileEntry) => file.path),
      isOtherwiseThere: (linkPath) => candidatePaths(linkPath, path).some(isThere),
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
    const note: Note = scanNote(text);
    if (this.#anchors.size >= anchorsKnownMax) this.#anchors.clear();
    const anchors = toAnchors(note);
    this.#anchors.set(path, anchors);
    return anchors;
  }

  #mtimeOf(path: string): number {
    return this.#options.index.files.get(path)?.mtimeMs ?? 0;
  }
}

/** Findings that speak of nothing the caller may not know. */
function speakable(linted: readonly LintedText[], mayRead: (path: string) => boolean): Finding[] {
  return linted.filter(({ about }) => about.every(mayRead)).map(({ finding }) => finding);
}

/** Where a link that leads to no note could still lead: from the root, or from beside the note. */
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
