import { type App, FileView, MarkdownView, type WorkspaceLeaf } from 'obsidian';
import type { RenderedSections } from './reading-view.ts';
import { type OpenTab, type Report, type Selected, toReport } from './report.ts';
import { readDirty } from './unofficial.ts';

/** The notes that the app has open, in every window. */
export class OpenNotes {
  readonly #app: App;
  readonly #sections: RenderedSections;
  /** The last leaf with a file that was active. */
  #lastLeaf: WorkspaceLeaf | undefined;
  /** Notes that were edited since they were last written, for apps that do not say it themselves. */
  readonly #edited = new Set<string>();

  constructor(app: App, sections: RenderedSections) {
    this.#app = app;
    this.#sections = sections;
  }

  /** Side panes, dialogs and views without a file leave the last note active. */
  noteActive(leaf: WorkspaceLeaf | null): void {
    if (leaf !== null && !this.#isInSideBar(leaf) && pathOf(leaf) !== undefined) {
      this.#lastLeaf = leaf;
    }
  }

  noteEdited(path: string): void {
    this.#edited.add(path);
  }

  noteWritten(path: string): void {
    this.#edited.delete(path);
  }

  /** The path of the active file. */
  get active(): string | undefined {
    const leaf = this.#activeLeaf();
    return leaf && pathOf(leaf);
  }

  /** The note that the user works in, when it is shown as text. */
  get activeView(): MarkdownView | undefined {
    const view = this.#activeLeaf()?.view;
    return view instanceof MarkdownView ? view : undefined;
  }

  read(): Report {
    const leaf = this.#activeLeaf();
    const tabs = this.#leaves().flatMap((each): OpenTab[] => {
      const path = pathOf(each);
      return path === undefined ? [] : [{ path, isDirty: this.#isDirty(each) }];
    });
    return toReport(tabs, leaf && pathOf(leaf), leaf && this.readSelection(leaf));
  }

  /** What is selected in a leaf; undefined for a file that has no text. */
  readSelection({ view }: WorkspaceLeaf): Selected | undefined {
    if (!(view instanceof MarkdownView)) return undefined;
    if (view.getMode() === 'preview') return this.#sections.readSelection(view);
    const { editor } = view;
    const [from, to] = [editor.getCursor('from'), editor.getCursor('to')];
    return {
      range: {
        start: { line: from.line, character: from.ch },
        end: { line: to.line, character: to.ch },
      },
      text: editor.getRange(from, to),
    };
  }

  /** Every loaded text view of a note; tabs that were never shown have none. */
  viewsOf(path: string): MarkdownView[] {
    return this.#leaves().flatMap(({ view }) =>
      view instanceof MarkdownView && view.file?.path === path ? [view] : [],
    );
  }

  /** The tab that shows a file; the one in front where there are several. */
  leafOf(path: string): WorkspaceLeaf | undefined {
    const leaves = this.#leaves().filter((leaf) => pathOf(leaf) === path);
    return leaves.find((leaf) => leaf === this.#lastLeaf) ?? leaves[0];
  }

  isDirty(path: string): boolean {
    return this.#leaves().some((leaf) => pathOf(leaf) === path && this.#isDirty(leaf));
  }

  /** Writes the unsaved text of a note. Its views share the text, so one of them does it. */
  async save(path: string): Promise<void> {
    if (!this.isDirty(path)) return;
    const [view] = this.viewsOf(path).filter((each) => readDirty(each) !== false);
    await view?.save();
  }

  #isDirty({ view }: WorkspaceLeaf): boolean {
    if (!(view instanceof MarkdownView)) return false;
    return readDirty(view) ?? (view.file !== null && this.#edited.has(view.file.path));
  }

  #activeLeaf(): WorkspaceLeaf | undefined {
    const leaf = this.#lastLeaf;
    if (leaf === undefined || this.#leaves().includes(leaf)) return leaf;
    this.#lastLeaf = undefined;
    return undefined;
  }

  /** In layout order. In side bars only notes count: other panes there follow the active one. */
  #leaves(): WorkspaceLeaf[] {
    const leaves: WorkspaceLeaf[] = [];
    this.#app.workspace.iterateAllLeaves((leaf) => {
      const isPane = this.#isInSideBar(leaf) && leaf.getViewState().type !== 'markdown';
      if (!isPane) leaves.push(leaf);
    });
    return leaves;
  }

  #isInSideBar(leaf: WorkspaceLeaf): boolean {
    const { leftSplit, rightSplit } = this.#app.workspace;
    const root = leaf.getRoot();
    return root === leftSplit || root === rightSplit;
  }
}

/** The file of a leaf, also of one that was never shown. */
export function pathOf(leaf: WorkspaceLeaf): string | undefined {
  if (leaf.view instanceof FileView) return leaf.view.file?.path;
  const { state } = leaf.getViewState();
  return typeof state?.file === 'string' ? state.file : undefined;
}
