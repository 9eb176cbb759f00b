import { ItemView, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { toRecord } from '../../src/kit/records.ts';
import { DiffEditor, type DiffLayout } from './diff-editor.ts';
import { toSentence } from './failures.ts';
import {
  type Decision,
  isComparable,
  type ProposedFile,
  type ProposedTexts,
  toAccepted,
} from './proposal.ts';

export const proposalViewType = 'vaultd-proposal';

/** Panes narrower than this show one column. */
const splitWidthMin = 600;
/** How long a proposal that ended elsewhere can still be read. */
const closeAfterMs = 5000;

/** What a view needs of the plugin. */
export interface ProposalDesk {
  /** Asks the daemon for both texts, after unsaved text was written. */
  read(id: string): Promise<ProposedTexts>;
  decide(id: string, decision: Decision, text?: string): Promise<void>;
  /** False while the plugin or the app ends: then nothing is decided by closing. */
  isActive(): boolean;
}

/** One proposed change beside the note as it is. */
export class ProposalView extends ItemView {
  readonly #desk: ProposalDesk;
  #id: string | undefined;
  #texts: ProposedTexts | undefined;
  /** One for a text that can be edited; several for a change of several files. */
  #editors: DiffEditor[] = [];
  #isEnded = false;
  #timer: number | undefined;

  constructor(leaf: WorkspaceLeaf, desk: ProposalDesk) {
    super(leaf);
    this.#desk = desk;
    this.navigation = false;
  }

  get proposal(): string | undefined {
    return this.#id;
  }

  getViewType(): string {
    return proposalViewType;
  }

  getDisplayText(): string {
    return this.#texts === undefined ? 'Proposed change' : `Proposed: ${this.#texts.title}`;
  }

  getIcon(): string {
    return 'file-diff';
  }

  getState(): Record<string, unknown> {
    return this.#id === undefined ? {} : { id: this.#id };
  }

  async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const { id } = toRecord(state);
    if (typeof id !== 'string' || id === this.#id) return;
    this.#id = id;
    await this.refresh();
  }

  /** Reads both texts again, for example after a lost connection. */
  async refresh(): Promise<void> {
    if (this.#id === undefined) return;
    try {
      this.#show(await this.#desk.read(this.#id));
    } catch (thrown) {
      this.say(toSentence(thrown));
    }
  }

  accept(): Promise<void> {
    const [editor] = this.#editors;
    const texts = this.#texts;
    if (texts === undefined) return Promise.resolve();
    if (texts.files !== undefined || editor === undefined) return this.#decide('accept');
    return this.#decide('accept', toAccepted(texts.new_text, editor.text));
  }

  reject(): Promise<void> {
    return this.#decide('reject');
  }

  nextHunk(): void {
    this.#editors[0]?.goToNext();
  }

  previousHunk(): void {
    this.#editors[0]?.goToPrevious();
  }

  leaveOut(): void {
    this.#editors[0]?.leaveOut();
  }

  /** Shows one line above the texts. */
  say(line: string): void {
    const banner = this.contentEl.querySelector('.vaultd-banner');
    if (banner === null) this.contentEl.createDiv({ cls: 'vaultd-banner', text: line });
    else banner.setText(line);
  }

  /** The file has changed since it was proposed. */
  markStale(): void {
    this.say('The file has changed since this was proposed.');
    const banner = this.contentEl.querySelector('.vaultd-banner');
    const button = banner?.createEl('button', { text: 'Show the current file' });
    button?.addEventListener('click', () => void this.refresh());
  }

  /** It was decided elsewhere, or nothing waits for it any more. */
  end(line: string): void {
    this.#isEnded = true;
    this.say(line);
    if (!this.contentEl.isShown()) this.leaf.detach();
    else this.#timer = window.setTimeout(() => this.leaf.detach(), closeAfterMs);
  }

  async onClose(): Promise<void> {
    window.clearTimeout(this.#timer);
    this.#destroyEditors();
    if (this.#isEnded || this.#id === undefined || !this.#desk.isActive()) return;
    this.#isEnded = true;
    await this.#desk.decide(this.#id, 'close').catch(() => undefined);
  }

  async #decide(decision: Decision, text?: string): Promise<void> {
    if (this.#id === undefined || this.#isEnded) return;
    this.#isEnded = true;
    try {
      await this.#desk.decide(this.#id, decision, text);
      this.leaf.detach();
    } catch (thrown) {
      this.#isEnded = false;
      this.say(toSentence(thrown));
    }
  }

  #show(texts: ProposedTexts): void {
    this.#texts = texts;
    this.#destroyEditors();
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass('vaultd-proposal');
    this.#addHeader(texts);
    if (texts.files === undefined) this.#showText(texts);
    else for (const file of texts.files) this.#showFile(file);
    if (texts.is_stale) this.markStale();
  }

  #showText(texts: ProposedTexts): void {
    const isSmall = isComparable(texts.old_text, texts.new_text);
    if (!isSmall) this.say('This note is too large to compare. Below is the proposed text.');
    this.#addEditor(texts.old_text, texts.new_text, isSmall ? this.#layout() : 'plain', true);
  }

  #showFile({ name, oldText = '', newText = '' }: ProposedFile): void {
    this.contentEl.createDiv({ cls: 'vaultd-path', text: name });
    const isShown = oldText !== newText && isComparable(oldText, newText);
    if (isShown) this.#addEditor(oldText, newText, 'unified', false);
  }

  #addEditor(oldText: string, newText: string, layout: DiffLayout, isEditable: boolean): void {
    const parent = this.contentEl.createDiv({ cls: 'vaultd-texts' });
    this.#editors.push(new DiffEditor({ parent, oldText, newText, layout, isEditable }));
  }

  #destroyEditors(): void {
    for (const editor of this.#editors.splice(0)) editor.destroy();
  }

  #layout(): DiffLayout {
    const width = this.contentEl.clientWidth;
    return width > 0 && width < splitWidthMin ? 'unified' : 'split';
  }

  #addHeader({ path, client }: ProposedTexts): void {
    const header = this.contentEl.createDiv({ cls: 'vaultd-header' });
    header.createSpan({ cls: 'vaultd-path', text: path });
    header.createSpan({ cls: 'vaultd-client', text: `proposed by ${client}` });
    const button = (text: string, act: () => unknown, cls = '') =>
      header
        .createEl('button', { text, ...(cls && { cls }) })
        .addEventListener('click', () => void act());
    button('Previous change', () => this.previousHunk());
    button('Next change', () => this.nextHunk());
    button('Leave change out', () => this.leaveOut());
    button('Reject', () => this.reject());
    button('Accept', () => this.accept(), 'mod-cta');
    this.contentEl.createDiv({ cls: 'vaultd-banner' });
  }
}
