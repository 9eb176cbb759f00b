import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { App } from './app.ts';
import { Editor } from './editor.ts';
import { Menu, menus } from './ui.ts';
import type { TFile } from './vault.ts';
import { MarkdownView } from './views.ts';
import { type TabGroup, WorkspaceLeaf } from './workspace.ts';

type Place = readonly [line: number, ch: number];

/** What a person does in the app. */
export class Driver {
  readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Starts the app: files are there first, then the layout. */
  async startApp(): Promise<void> {
    await this.app.vault.notice();
    this.app.workspace.finishLayout();
  }

  async open(path: string, kind: 'tab' | 'same' = 'same'): Promise<void> {
    await this.app.workspace.getLeaf(kind === 'tab' ? 'tab' : false).openFile(this.file(path));
  }

  /** Opens a note in a window of its own, and goes there. */
  async openPopout(path: string): Promise<void> {
    const leaf = await this.app.workspace.openPopout();
    await leaf.openFile(this.file(path));
    this.app.setActiveDocument(leaf.document);
  }

  /** A tab that was open before the app was closed. */
  restore(path: string): void {
    new WorkspaceLeaf(this.app, this.app.workspace.rootSplit).defer('markdown', { file: path });
  }

  /** A tab of any kind that was open before. */
  restoreView(type: string, state: Record<string, unknown>): void {
    new WorkspaceLeaf(this.app, this.app.workspace.rootSplit).defer(type, state);
  }

  goTo(path: string): void {
    this.app.workspace.setActiveLeaf(this.leaf(path), { focus: true });
  }

  close(path: string): void {
    this.leaf(path).detach();
  }

  closeAll(): void {
    this.app.workspace.iterateAllLeaves((leaf) => leaf.detach());
  }

  select(from: Place, to: Place = from): void {
    this.editor.setSelection({ line: from[0], ch: from[1] }, { line: to[0], ch: to[1] });
  }

  /** Several cursors; the last one is the main one. */
  selectMany(...ranges: (readonly [number, number])[]): void {
    const all = ranges.map(([from, to]) => EditorSelection.range(from, to));
    this.editor.cm.dispatch({ selection: EditorSelection.create(all, all.length - 1) });
  }

  /** Puts text where the cursor is, as typing does. */
  type(text: string): void {
    this.editor.replaceSelection(text);
  }

  text(path: string): string {
    const view = this.leaf(path).view;
    return view instanceof MarkdownView ? view.editor.getValue() : '';
  }

  cursor(path: string): number {
    const view = this.leaf(path).view;
    return view instanceof MarkdownView ? view.editor.cm.state.selection.main.head : -1;
  }

  isDirty(path: string): boolean {
    return this.app.workspace.viewsOf(this.file(path)).some(({ isDirtyNow }) => isDirtyNow);
  }

  setMode(path: string, mode: 'source' | 'preview'): void {
    const { view } = this.leaf(path);
    if (view instanceof MarkdownView) view.setMode(mode);
  }

  /** Selects rendered text from the start of one section to the end of another. */
  selectRendered(first: number, last: number): void {
    const view = this.app.workspace.activeEditor;
    const sections = view?.previewEl.querySelectorAll('.el-p') ?? [];
    const [start, end] = [sections[first], sections[last]];
    if (start === undefined || end === undefined) throw new Error('There is no such section.');
    const range = start.ownerDocument.createRange();
    range.setStart(textIn(start), 0);
    range.setEnd(textIn(end), textIn(end).textContent?.length ?? 0);
    const selection = start.ownerDocument.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }

  /** A pane in a side bar, which takes the focus. */
  async focusPane(type: string): Promise<void> {
    const leaf = await this.app.workspace.ensureSideLeaf(type, 'left');
    this.app.workspace.setActiveLeaf(leaf);
  }

  /** An editor without a file: an embed or a card of a canvas. Selects all of its text. */
  useCard(text: string): void {
    const parent = document.body.createDiv({ cls: 'card' });
    const { extensions } = this.app;
    const card = new Editor({ parent, info: { file: null }, extensions, edited: () => undefined });
    card.load(text);
    card.cm.focus();
    card.setSelection({ line: 0, ch: 0 }, { line: 0, ch: text.length });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.app.vault.rename(this.file(from), to);
  }

  run(command: string): boolean {
    return this.app.commands?.executeCommandById(command) ?? false;
  }

  /** Opens a menu and returns its items. */
  menu(kind: 'editor' | 'file' | 'files', ...paths: string[]): string[] {
    const menu = new Menu();
    const files = paths.map((path) => this.file(path));
    const view = this.app.workspace.activeEditor;
    if (kind === 'editor') this.app.workspace.trigger('editor-menu', menu, view?.editor, view);
    if (kind === 'file') this.app.workspace.trigger('file-menu', menu, files[0], 'tab-header');
    if (kind === 'files') this.app.workspace.trigger('files-menu', menu, files, 'file-explorer');
    menus.push(menu);
    return menu.items.map(({ title }) => title);
  }

  /** Chooses an item of the last menu. */
  choose(title: string): void {
    const item = menus.at(-1)?.items.find((each) => each.title === title);
    if (item === undefined) throw new Error(`The menu has no ${title}.`);
    item.click?.();
  }

  /** The tabs of a type, with their titles. */
  tabs(type: string): string[] {
    return this.app.workspace.getLeavesOfType(type).map((leaf) => leaf.getDisplayText());
  }

  closeTab(type: string, at = 0): void {
    this.app.workspace.getLeavesOfType(type)[at]?.detach();
  }

  goToTab(type: string, at = 0): void {
    const leaf = this.app.workspace.getLeavesOfType(type)[at];
    if (leaf !== undefined) this.app.workspace.setActiveLeaf(leaf);
  }

  pin(path: string): void {
    this.leaf(path).setPinned(true);
  }

  leafCount(): number {
    let count = 0;
    this.app.workspace.iterateAllLeaves(() => count++);
    return count;
  }

  deferredCount(): number {
    let count = 0;
    this.app.workspace.iterateAllLeaves(({ isDeferred }) => {
      if (isDeferred) count++;
    });
    return count;
  }

  activePath(): string | undefined {
    return this.app.workspace.getActiveFile()?.path;
  }

  addCommand(id: string, name: string, behaviour: 'works' | 'throws' | 'blocked' = 'works'): void {
    if (this.app.commands === undefined) return;
    this.app.commands.commands[id] = {
      id,
      name,
      checkCallback: (isChecking) => {
        if (behaviour === 'blocked') return false;
        if (isChecking) return true;
        if (behaviour === 'throws') throw new Error('out of paper');
        this.ran.push(id);
        return true;
      },
    };
  }

  /** Commands of `addCommand` that were run. */
  readonly ran: string[] = [];

  /** Shows a page of the settings. */
  showSettings(id: string): string[] {
    const tab = this.app.settingTabs.get(id);
    if (tab === undefined) return [];
    tab.containerEl.remove();
    document.body.append(tab.containerEl);
    tab.display();
    return [...tab.containerEl.querySelectorAll('.setting-item-name')].map(
      ({ textContent }) => textContent ?? '',
    );
  }

  /** An app without what its declarations do not name. */
  removeUnofficial(): void {
    this.app.commands = undefined;
    this.app.hotkeyManager = undefined;
    this.app.setting = undefined;
    this.app.workspace.iterateAllLeaves(({ view }) => {
      if (view instanceof MarkdownView) view.dirty = undefined;
    });
  }

  quit(): void {
    this.app.workspace.trigger('quit', { add: () => undefined });
  }

  get editor(): Editor {
    const view = this.app.workspace.activeEditor;
    if (view === null) throw new Error('No note is active.');
    return view.editor;
  }

  get cm(): EditorView {
    return this.editor.cm;
  }

  groupOf(path: string): TabGroup['kind'] {
    return this.leaf(path).getRoot().kind;
  }

  file(path: string): TFile {
    const file = this.app.vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no ${path}.`);
    return file;
  }

  leaf(path: string): WorkspaceLeaf {
    let found: WorkspaceLeaf | undefined;
    this.app.workspace.iterateAllLeaves((leaf) => {
      if (leaf.getViewState().state?.file === path) found ??= leaf;
    });
    if (found === undefined) throw new Error(`${path} is not open.`);
    return found;
  }
}

function textIn(element: Element): Node {
  return (
    element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element
  );
}
