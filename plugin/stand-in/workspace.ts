import type { App } from './app.ts';
import { addHelpers } from './dom.ts';
import { Events } from './events.ts';
import { Strict } from './strict.ts';
import type { TFile } from './vault.ts';
import {
  DeferredView,
  EmptyView,
  FileView,
  MarkdownView,
  MediaView,
  PaneView,
  type View,
  viewTypeOf,
} from './views.ts';

type ViewCreator = (leaf: WorkspaceLeaf) => View;

interface ViewState {
  readonly type: string;
  readonly state?: Record<string, unknown>;
  readonly active?: boolean;
  readonly pinned?: boolean;
}

/** A place for tabs: the main area, a side bar, or a window of its own. */
export class TabGroup extends Strict {
  kind: 'root' | 'left' | 'right' | 'window';
  element: HTMLElement;
  doc: Document;
  win: Window;
  leaves: WorkspaceLeaf[] = [];
  shown: WorkspaceLeaf | undefined;

  constructor(kind: TabGroup['kind'], element: HTMLElement) {
    super();
    this.kind = kind;
    this.element = element;
    this.doc = element.ownerDocument;
    this.win = this.doc.defaultView ?? window;
  }

  show(leaf: WorkspaceLeaf): void {
    this.shown = leaf;
    for (const each of this.leaves) each.containerEl.hidden = each !== leaf;
  }
}

export class WorkspaceLeaf extends Strict {
  app: App;
  parent: TabGroup;
  containerEl: HTMLElement;
  view: View;
  pinned = false;
  isDetached = false;

  constructor(app: App, parent: TabGroup) {
    super();
    this.app = app;
    this.parent = parent;
    this.containerEl = parent.doc.createElement('div');
    this.containerEl.className = 'workspace-leaf';
    parent.element.append(this.containerEl);
    parent.leaves.push(this);
    this.view = new EmptyView(this);
    this.containerEl.addEventListener('focusin', () => app.workspace.focusLeaf(this));
    if (parent.shown === undefined) parent.show(this);
    else this.containerEl.hidden = true;
  }

  get document(): Document {
    return this.parent.doc;
  }

  get isDeferred(): boolean {
    return this.view instanceof DeferredView;
  }

  getRoot(): TabGroup {
    return this.parent;
  }

  getViewState(): ViewState {
    return { type: this.view.getViewType(), state: this.view.getState(), pinned: this.pinned };
  }

  getDisplayText(): string {
    return this.view.getDisplayText();
  }

  setPinned(pinned: boolean): void {
    this.pinned = pinned;
  }

  setEphemeralState(state: unknown): void {
    this.view.setEphemeralState(state);
  }

  async setViewState({ type, state = {}, active = false }: ViewState): Promise<void> {
    if (this.view.getViewType() !== type || this.isDeferred) {
      await this.view.close();
      this.view = this.app.workspace.createView(type, this);
      this.containerEl.replaceChildren(this.view.containerEl);
      await this.view.open();
    }
    await this.view.setState(state, { history: false });
    if (active) this.app.workspace.setActiveLeaf(this, { focus: true });
    else this.app.workspace.trigger('layout-change');
  }

  async openFile(
    file: TFile,
    { active = true, eState }: { active?: boolean; eState?: unknown } = {},
  ): Promise<void> {
    const state = { file: file.path };
    await this.setViewState({ type: viewTypeOf(file), state, active });
    if (eState !== undefined) this.view.setEphemeralState(eState);
  }

  async loadIfDeferred(): Promise<void> {
    if (!(this.view instanceof DeferredView)) return;
    const { type, state } = this.view.state;
    await this.setViewState({ type, state });
  }

  /** A tab that was open when the app was closed. */
  defer(type: string, state: Record<string, unknown>): void {
    this.view = new DeferredView(this, { type, state });
    this.containerEl.replaceChildren(this.view.containerEl);
  }

  detach(): void {
    if (this.isDetached) return;
    this.isDetached = true;
    this.app.workspace.removeLeaf(this);
  }
}

export class Workspace extends Events {
  app: App;
  layoutReady = false;
  whenReady: (() => unknown)[] = [];
  rootSplit: TabGroup;
  leftSplit: TabGroup;
  rightSplit: TabGroup;
  windows: TabGroup[] = [];
  creators = new Map<string, ViewCreator>();
  active: WorkspaceLeaf | null = null;
  lastRoot: WorkspaceLeaf | null = null;

  constructor(app: App, container: HTMLElement) {
    super();
    this.app = app;
    this.leftSplit = new TabGroup('left', container.createDiv({ cls: 'mod-left-split' }));
    this.rootSplit = new TabGroup('root', container.createDiv({ cls: 'mod-root' }));
    this.rightSplit = new TabGroup('right', container.createDiv({ cls: 'mod-right-split' }));
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.whenReady.push(callback);
  }

  finishLayout(): void {
    this.layoutReady = true;
    for (const callback of this.whenReady.splice(0)) callback();
  }

  get activeEditor(): MarkdownView | null {
    return this.active?.view instanceof MarkdownView ? this.active.view : null;
  }

  getActiveFile(): TFile | null {
    const view = (this.active?.parent.kind === 'root' ? this.active : this.lastRoot)?.view;
    return view instanceof FileView ? view.file : null;
  }

  getActiveViewOfType<T>(type: new (...args: never[]) => T): T | null {
    const view = this.active?.view;
    return view instanceof type ? view : null;
  }

  getMostRecentLeaf(): WorkspaceLeaf | null {
    return this.lastRoot;
  }

  getLeaf(kind: boolean | 'tab' | 'split' | 'window' = false): WorkspaceLeaf {
    const last = this.lastRoot;
    if (kind === false && last !== null && !last.pinned) return last;
    return new WorkspaceLeaf(this.app, last?.parent ?? this.rootSplit);
  }

  async openLinkText(path: string): Promise<void> {
    const file = this.app.vault.getFileByPath(path);
    if (file !== null) await this.getLeaf().openFile(file);
  }

  iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const { leaves } of this.groups()) for (const leaf of [...leaves]) callback(leaf);
  }

  getLeavesOfType(type: string): WorkspaceLeaf[] {
    const leaves: WorkspaceLeaf[] = [];
    this.iterateAllLeaves((leaf) => {
      if (leaf.view.getViewType() === type) leaves.push(leaf);
    });
    return leaves;
  }

  setActiveLeaf(leaf: WorkspaceLeaf, { focus = false }: { focus?: boolean } = {}): void {
    leaf.parent.show(leaf);
    const isNew = this.active !== leaf;
    const before = this.getActiveFile();
    this.active = leaf;
    if (leaf.parent.kind === 'root' || leaf.parent.kind === 'window') this.lastRoot = leaf;
    if (focus && leaf.view instanceof MarkdownView) leaf.view.editor.focus();
    if (isNew) this.trigger('active-leaf-change', leaf);
    const file = this.getActiveFile();
    if (file !== before || isNew) this.trigger('file-open', file);
    this.trigger('layout-change');
  }

  /** The keyboard goes to a leaf: a side pane, or a tab that is shown. */
  focusLeaf(leaf: WorkspaceLeaf): void {
    if (this.active === leaf) return;
    this.active = leaf;
    if (leaf.parent.kind === 'root' || leaf.parent.kind === 'window') this.lastRoot = leaf;
    this.trigger('active-leaf-change', leaf);
  }

  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    await leaf.loadIfDeferred();
    leaf.parent.show(leaf);
    this.trigger('layout-change');
  }

  async ensureSideLeaf(
    type: string,
    side: 'left' | 'right',
    { active = false }: { active?: boolean } = {},
  ): Promise<WorkspaceLeaf> {
    const [known] = this.getLeavesOfType(type);
    const group = side === 'left' ? this.leftSplit : this.rightSplit;
    const leaf = known ?? new WorkspaceLeaf(this.app, group);
    if (known === undefined) await leaf.setViewState({ type, active });
    return leaf;
  }

  /** Opens a window of its own with an empty tab. */
  async openPopout(): Promise<WorkspaceLeaf> {
    const frame = document.createElement('iframe');
    frame.className = 'popout';
    document.body.append(frame);
    const page = frame.contentWindow as (Window & typeof globalThis) | null;
    if (page === null) throw new Error('The window did not open.');
    addHelpers(page);
    const group = new TabGroup('window', page.document.body);
    this.windows.push(group);
    page.addEventListener('focus', () => this.app.setActiveDocument(page.document));
    this.trigger('window-open', group, page);
    return new WorkspaceLeaf(this.app, group);
  }

  updateOptions(): void {
    this.app.extensions.update();
  }

  createView(type: string, leaf: WorkspaceLeaf): View {
    const creator = this.creators.get(type);
    if (creator !== undefined) return creator(leaf);
    if (type === 'markdown') return new MarkdownView(leaf);
    if (['pdf', 'image', 'canvas'].includes(type)) return new MediaView(leaf, type);
    return type === 'empty' ? new EmptyView(leaf) : new PaneView(leaf, type);
  }

  viewsOf(file: TFile | null): MarkdownView[] {
    const views: MarkdownView[] = [];
    this.iterateAllLeaves(({ view }) => {
      if (view instanceof MarkdownView && file !== null && view.file === file) views.push(view);
    });
    return views;
  }

  removeLeaf(leaf: WorkspaceLeaf): void {
    const { parent } = leaf;
    const at = parent.leaves.indexOf(leaf);
    parent.leaves.splice(at, 1);
    leaf.containerEl.remove();
    void leaf.view.close();
    const next = parent.leaves[Math.max(0, at - 1)];
    if (parent.shown === leaf) parent.shown = undefined;
    if (this.lastRoot === leaf) this.lastRoot = next ?? null;
    if (this.active === leaf) {
      this.active = next ?? null;
      this.trigger('active-leaf-change', this.active);
      this.trigger('file-open', this.getActiveFile());
    }
    if (next !== undefined && parent.shown === undefined) parent.show(next);
    this.trigger('layout-change');
  }

  groups(): TabGroup[] {
    return [this.leftSplit, this.rootSplit, this.rightSplit, ...this.windows];
  }
}
