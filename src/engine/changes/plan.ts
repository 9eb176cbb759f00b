import { VaultError } from '../../contract/errors.ts';
import { nameOf, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { FileEntry } from '../knowledge/index/file-entry.ts';
import { likeWritten, linkPath, relativePath } from '../knowledge/index/links/link-writing.ts';
import { extensionOf, foldPath } from '../knowledge/index/links/names.ts';
import { type LinkEdit, planRelinks } from '../knowledge/index/links/relink.ts';
import type { Facts } from '../knowledge/knowledge.ts';
import { findUnindexedSources } from '../knowledge/unindexed-sources.ts';
import type { ChangeOptions, Files } from '../store/files.ts';
import type { FileChange } from '../store/plan-files.ts';
import type { Policy } from '../store/vault/policy.ts';
import type { Reading } from '../store/vault/reading.ts';
import { retargetLinks } from '../text/edit/relink/relink.ts';
import { retargetCanvas } from '../text/edit/relink/relink-canvas.ts';
import type { RelinkTarget, Retarget } from '../text/edit/relink/relink-target.ts';
import { countOf, filterEdits, type TextEdit, toWrite } from './text-edits.ts';

export interface RefactorContext {
  readonly facts: () => Promise<Facts>;
  readonly files: Files;
  readonly reading: Reading;
  readonly policy: Policy;
}

/** What a change of many notes did. */
export interface Refactored {
  /** Places that are different: links, tags, properties. */
  readonly changed: number;
  readonly filesTouched: VaultPath[];
  /** Files that should change, which the caller may read but not write. */
  readonly filesLeft: VaultPath[];
  readonly step: string | undefined;
}

type Rewrite = (text: string) => { readonly text: string; readonly count: number };

/** A change of many notes that is being planned, with what is known of the vault at one moment. */
export class Plan {
  readonly #context: RefactorContext;
  readonly #facts: Facts;

  private constructor(context: RefactorContext, facts: Facts) {
    this.#context = context;
    this.#facts = facts;
  }

  static async open(context: RefactorContext): Promise<Plan> {
    return new Plan(context, await context.facts());
  }

  get index(): Facts['index'] {
    return this.#facts.index;
  }

  get settings(): Facts['settings'] {
    return this.#facts.settings;
  }

  get policy(): Policy {
    return this.#context.policy;
  }

  /** Canvases and bases are not kept in memory as notes are. */
  readonly textOf = (path: string): string | undefined => {
    const known = this.#facts.search.textOf(path);
    if (known !== undefined) return known;
    try {
      return this.#context.reading.readNow(parseVaultPath(path)).bytes.toString('utf8');
    } catch {
      return undefined;
    }
  };

  /** A note that the caller may change, as the index knows it. */
  requireNote(path: VaultPath): { file: FileEntry; text: string } {
    this.policy.requireRead(path);
    this.policy.requireWrite(path);
    const file = this.index.files.get(path);
    const text = file && this.textOf(path);
    if (file !== undefined && text !== undefined) return { file, text };
    throw new VaultError('not-found', `no such note: ${path}`, {
      path,
      hint: 'Check the name, or search for the note.',
    });
  }

  /** The path by which a note can link to a file, written the way it is written there already. */
  pathTo(file: FileEntry, from: string, written: string = file.path): string {
    const path = linkPath(this.index, file, from, this.settings.newLinkFormat);
    const choices = [path, `./${path}`, file.path];
    const works = choices.find((choice) => this.index.resolve(choice, from) === file) ?? file.path;
    return likeWritten(works, written);
  }

  /** The same for a file that does not exist yet. */
  pathToNew(path: string, from: string): string {
    const { newLinkFormat: format } = this.settings;
    if (format === 'relative') return relativePath(from, path);
    const isFree = this.index.files.named(foldPath(nameOf(path))).length === 0;
    return format === 'shortest' && isFree ? nameOf(path) : path;
  }

  /** What a link needs when the text around it goes to another note; undefined when it can stay. */
  carry({ path }: RelinkTarget, from: string, to: string): Partial<RelinkTarget> | undefined {
    const file = path === '' ? undefined : this.index.resolve(path, from);
    if (file === undefined || this.index.resolve(path, to) === file) return undefined;
    return { path: this.pathTo(file, to, path) };
  }

  /** An edit of one file; none when it would change nothing. */
  edit(path: string, rewrite: Rewrite): TextEdit[] {
    const text = this.textOf(path);
    const count = text === undefined ? 0 : rewrite(text).count;
    return count === 0 ? [] : [{ path, count, rewrite }];
  }

  /** Points links to a file elsewhere, as `retargetIn` says for each file that has such links. */
  async retarget(
    file: FileEntry,
    retargetIn: (source: FileEntry) => Retarget | undefined,
  ): Promise<TextEdit[]> {
    return [...(await this.#linksTo(file))].flatMap(([source, written]) => {
      const retarget = retargetIn(source);
      if (retarget === undefined) return [];
      return this.retargetIn(source, (link) =>
        written.has(link.path) ? retarget(link) : undefined,
      );
    });
  }

  /** Points links of one file elsewhere. */
  retargetIn({ path }: FileEntry, retarget: Retarget): TextEdit[] {
    const extension = extensionOf(path);
    if (extension === 'base') return [];
    const rewrite = extension === 'canvas' ? retargetCanvas : retargetLinks;
    return this.edit(path, (text) => rewrite(text, retarget));
  }

  /** What must change so that links lead to the same files after a move. */
  async relink(from: VaultPath, to: VaultPath): Promise<LinkEdit[]> {
    const unindexed = await findUnindexedSources(this.#facts, [from], this.textOf);
    const format = this.settings.newLinkFormat;
    return planRelinks(this.index, [{ from, to }], { format, textOf: this.textOf, unindexed });
  }

  /** Files that link to a file, each with the paths of those links. Its own may have no path. */
  async #linksTo(file: FileEntry): Promise<Map<FileEntry, Set<string>>> {
    const { index } = this;
    const found = new Map<FileEntry, Set<string>>([[file, new Set([''])]]);
    const add = (source: FileEntry, written: string) =>
      found.set(source, (found.get(source) ?? new Set()).add(written));
    for (const target of index.links.withNameOf(file.path)) {
      for (const source of target.sources) {
        if (index.follow(target, source) === file) add(source, target.text);
      }
    }
    for (const [path, paths] of await findUnindexedSources(this.#facts, [], this.textOf)) {
      const source = index.files.get(path);
      if (source === undefined) continue;
      for (const written of paths) if (index.resolve(written, path) === file) add(source, written);
    }
    return found;
  }

  /** Makes edits and further changes as one step. Edits of one file run one after the other. */
  async makeStep(
    edits: readonly TextEdit[],
    options: ChangeOptions & { readonly why: string },
    { before = [], after = [] }: Partial<Record<'before' | 'after', readonly FileChange[]>> = {},
  ): Promise<Refactored> {
    const { allowed, left } = filterEdits(edits, this.policy);
    const changes = [...before, ...allowed.map(toWrite), ...after];
    const { id } = await this.#context.files.apply(changes, options);
    const touched = [...allowed.map(({ path }) => path), ...after.map(({ path }) => path)];
    return {
      changed: countOf(allowed),
      filesTouched: [...new Set(touched)].sort().map((path) => parseVaultPath(path)),
      filesLeft: [...new Set(left)],
      step: id,
    };
  }
}
