import { ChangeSet, Transaction } from '@codemirror/state';
import type { App } from './app.ts';
import { Editor, findDifference } from './editor.ts';
import { Component } from './events.ts';
import { renderSections } from './preview.ts';
import type { TFile } from './vault.ts';
import type { WorkspaceLeaf } from './workspace.ts';

export abstract class View extends Component {
  app: App;
  leaf: WorkspaceLeaf;
  containerEl: HTMLElement;
  icon = '';
  navigation = false;

  constructor(leaf: WorkspaceLeaf) {
    super();
    this.leaf = leaf;
    this.app = leaf.app;
    this.containerEl = leaf.document.createElement('div');
    this.containerEl.className = 'workspace-leaf-content';
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  getIcon(): string {
    return this.icon;
  }

  getState(): Record<string, unknown> {
    return {};
  }

  async setState(_state: unknown, _result: unknown): Promise<void> {
    // Views with a state have their own.
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {
    // Views that scroll have their own.
  }

  async onOpen(): Promise<void> {
    // Views of plugins have their own.
  }

  async onClose(): Promise<void> {
    // The same.
  }

  async open(): Promise<void> {
    this.load();
    await this.onOpen();
  }

  async close(): Promise<void> {
    await this.onClose();
    this.unload();
    this.containerEl.remove();
  }
}

export abstract class ItemView extends View {
  contentEl: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.containerEl.createDiv({ cls: 'view-header' });
    this.contentEl = this.containerEl.createDiv({ cls: 'view-content' });
  }
}

/** A tab with nothing in it. */
export class EmptyView extends ItemView {
  getViewType(): string {
    return 'empty';
  }

  getDisplayText(): string {
    return 'New tab';
  }
}

/** A tab that was never shown since the start. */
export class DeferredView extends ItemView {
  readonly state: { readonly type: string; readonly state: Record<string, unknown> };

  constructor(leaf: WorkspaceLeaf, state: DeferredView['state']) {
    super(leaf);
    this.state = state;
  }

  getViewType(): string {
    return this.state.type;
  }

  getDisplayText(): string {
    return this.state.type;
  }

  override getState(): Record<string, unknown> {
    return this.state.state;
  }
}

/** A pane that shows no file: the file list, the outline. */
export class PaneView extends ItemView {
  readonly type: string;

  constructor(leaf: WorkspaceLeaf, type: string) {
    super(leaf);
    this.type = type;
    this.contentEl.tabIndex = 0;
  }

  getViewType(): string {
    return this.type;
  }

  getDisplayText(): string {
    return this.type;
  }
}

export abstract class FileView extends ItemView {
  file: TFile | null = null;
  allowNoFile = false;
  override navigation = true;

  getDisplayText(): string {
    return this.file?.basename ?? 'No file';
  }

  override getState(): Record<string, unknown> {
    return this.file === null ? {} : { file: this.file.path };
  }

  override async setState(state: unknown, _result: unknown): Promise<void> {
    const path = (state as { file?: unknown } | undefined)?.file;
    const file = typeof path === 'string' ? this.app.vault.getFileByPath(path) : null;
    if (file === this.file) return;
    if (this.file !== null) await this.onUnloadFile(this.file);
    this.file = file;
    if (file !== null) await this.onLoadFile(file);
  }

  async onLoadFile(_file: TFile): Promise<void> {
    // Views with a text read it.
  }

  async onUnloadFile(_file: TFile): Promise<void> {
    // Views with a text save it.
  }
}

/** A picture, a PDF or a canvas. */
export class MediaView extends FileView {
  readonly type: string;

  constructor(leaf: WorkspaceLeaf, type: string) {
    super(leaf);
    this.type = type;
  }

  getViewType(): string {
    return this.type;
  }
}

export abstract class EditableFileView extends FileView {}

/** How long the app waits after the last edit before it saves. */
const saveAfterMs = 2000;

export abstract class TextFileView extends EditableFileView {
  data = '';
  dirty: boolean | undefined = false;
  saveTimer: number | undefined;
  /** What was on disk when it was last read or written. */
  saved = '';
  isDirtyNow = false;

  abstract getViewData(): string;
  abstract setViewData(data: string, clear: boolean): void;

  requestSave = (): void => {
    this.setDirty(true);
    window.clearTimeout(this.saveTimer);
    this.saveTimer = window.setTimeout(() => void this.save(), saveAfterMs);
  };

  /** Apps before some version had no such member; a test can take it away. */
  setDirty(isDirty: boolean): void {
    this.isDirtyNow = isDirty;
    if (this.dirty !== undefined) this.dirty = isDirty;
  }

  async save(): Promise<void> {
    window.clearTimeout(this.saveTimer);
    const { file } = this;
    if (file === null || !this.isDirtyNow) return;
    const text = this.getViewData();
    this.app.saves.push(file.path);
    this.setDirty(false);
    this.data = text;
    this.saved = text;
    this.onSaved();
    await this.app.vault.modify(file, text);
  }

  onSaved(): void {
    // Views that follow edits begin anew.
  }

  override async onLoadFile(file: TFile): Promise<void> {
    this.data = await this.app.vault.read(file);
    this.saved = this.data;
    this.setViewData(this.data, true);
  }

  override async onUnloadFile(): Promise<void> {
    await this.save();
  }
}

export class MarkdownView extends TextFileView {
  editor: Editor;
  sourceEl: HTMLElement;
  previewEl: HTMLElement;
  mode: 'source' | 'preview' = 'source';
  /** Edits since the last save, to merge changes from outside. */
  local: ChangeSet | undefined;
  lastLine: number | undefined;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.sourceEl = this.contentEl.createDiv({ cls: 'markdown-source-view' });
    this.previewEl = this.contentEl.createDiv({ cls: 'markdown-reading-view' });
    this.editor = new Editor({
      parent: this.sourceEl,
      info: this,
      extensions: this.app.extensions,
      edited: (changes) => this.onEdited(changes),
    });
    this.showMode();
  }

  getViewType(): string {
    return 'markdown';
  }

  getMode(): 'source' | 'preview' {
    return this.mode;
  }

  setMode(mode: 'source' | 'preview'): void {
    this.mode = mode;
    this.showMode();
    this.app.workspace.trigger('layout-change');
  }

  getViewData(): string {
    const text = this.editor.getValue();
    return this.saved.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
  }

  setViewData(data: string): void {
    this.editor.load(data);
    if (this.mode === 'preview') this.showMode();
  }

  override setEphemeralState(state: unknown): void {
    const { line } = state as { line?: number };
    this.lastLine = line;
    if (line !== undefined && this.mode === 'source') this.editor.setCursor({ line, ch: 0 });
  }

  override onSaved(): void {
    this.local = undefined;
    for (const other of this.app.workspace.viewsOf(this.file)) {
      if (other !== this) other.takeSaved(this.getViewData());
    }
  }

  /** Another tab of the same note has saved. */
  takeSaved(text: string): void {
    window.clearTimeout(this.saveTimer);
    this.setDirty(false);
    this.saved = text;
    this.local = undefined;
    this.setViewData(text);
  }

  /** The file was changed by another program. */
  takeOutside(text: string): void {
    const isDirty = this.isDirtyNow;
    const old = this.saved;
    this.saved = text;
    if (!isDirty) this.setViewData(text);
    else if (this.app.outsideChanges === 'merge' && this.local !== undefined) {
      const outside = ChangeSet.of(findDifference(old, text), old.length).map(this.local, true);
      this.editor.cm.dispatch({ changes: outside, annotations: Transaction.remote.of(true) });
    }
  }

  override async onClose(): Promise<void> {
    await this.save();
    this.editor.destroy();
  }

  onEdited(changes: ChangeSet): void {
    this.local = this.local?.compose(changes) ?? changes;
    this.requestSave();
    for (const other of this.app.workspace.viewsOf(this.file)) {
      if (other !== this) other.followEdit(this.editor.getValue());
    }
    this.app.workspace.trigger('editor-change', this.editor, this);
  }

  /** Tabs of one note show the same text. */
  followEdit(text: string): void {
    this.editor.load(text);
    this.setDirty(true);
  }

  showMode(): void {
    const isPreview = this.mode === 'preview';
    this.sourceEl.hidden = isPreview;
    this.previewEl.hidden = !isPreview;
    if (isPreview) renderSections(this.previewEl, this.editor.getValue(), this.app);
  }
}

/** What the app opens a file with. */
export function viewTypeOf(file: TFile): string {
  if (file.extension === 'md') return 'markdown';
  if (file.extension === 'canvas') return 'canvas';
  return file.extension === 'pdf' ? 'pdf' : 'image';
}
