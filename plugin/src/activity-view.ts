import { ItemView, Notice, type WorkspaceLeaf } from 'obsidian';
import {
  type ActivityEntry,
  describeStep,
  describeTime,
  hasNote,
  laterChanges,
  pathNow,
  pathsOf,
  type StepEntry,
  sortFiles,
  toStepWords,
} from './activity.ts';
import type { ActivityList } from './activity-list.ts';
import { ask } from './ask.ts';
import { ChangeModal } from './change-modal.ts';
import type { Daemon } from './daemon.ts';
import { toSentence } from './failures.ts';
import type { OpenNotes } from './open-notes.ts';

export const activityViewType = 'vaultd-activity';

const filesShown = 5;

export interface ActivityDesk {
  readonly daemon: Daemon;
  readonly list: ActivityList;
  readonly notes: OpenNotes;
  /** Calls a listener when another note becomes active. */
  readonly onActive: (listener: () => void) => () => void;
  readonly open: (path: string) => Promise<void>;
}

/** What agents did, newest first, with a way to undo it. */
export class ActivityView extends ItemView {
  readonly #desk: ActivityDesk;
  #isOnlyThisNote = false;

  constructor(leaf: WorkspaceLeaf, desk: ActivityDesk) {
    super(leaf);
    this.#desk = desk;
  }

  getViewType(): string {
    return activityViewType;
  }

  getDisplayText(): string {
    return 'Agent activity';
  }

  getIcon(): string {
    return 'history';
  }

  async onOpen(): Promise<void> {
    const { list, onActive } = this.#desk;
    this.register(list.watch(() => this.#draw()));
    this.register(onActive(() => this.#filter()));
    this.#draw();
  }

  async onClose(): Promise<void> {
    this.#desk.list.filter(undefined);
    this.contentEl.empty();
  }

  #filter(): void {
    this.#desk.list.filter(this.#isOnlyThisNote ? this.#desk.notes.active : undefined);
  }

  #draw(): void {
    const { contentEl } = this;
    const { list, daemon } = this.#desk;
    contentEl.empty();
    contentEl.addClass('vaultd-activity');
    this.#drawFilter();
    if (daemon.vault === undefined) {
      contentEl.createDiv({ cls: 'vaultd-empty', text: 'The daemon is not attached.' });
      return;
    }
    const entries = contentEl.createDiv({ cls: 'vaultd-entries' });
    for (const entry of list.entries) this.#drawEntry(entries, entry);
    if (list.entries.length === 0) {
      contentEl.createDiv({ cls: 'vaultd-empty', text: 'No agent has changed anything yet.' });
    }
    if (list.leftOut > 0) {
      const text = `${list.leftOut} older changes are not shown.`;
      contentEl.createDiv({ cls: 'vaultd-left-out', text });
    }
  }

  #drawFilter(): void {
    const label = this.contentEl.createEl('label', { cls: 'vaultd-filter' });
    const box = label.createEl('input', { type: 'checkbox' });
    box.checked = this.#isOnlyThisNote;
    label.createSpan({ text: 'This note only' });
    box.addEventListener('change', () => {
      this.#isOnlyThisNote = box.checked;
      this.#filter();
    });
  }

  #drawEntry(parent: HTMLElement, entry: ActivityEntry): void {
    const element = parent.createDiv({ cls: 'vaultd-entry' });
    const head = element.createDiv({ cls: 'vaultd-entry-head' });
    head.createSpan({ cls: 'vaultd-client', text: entry.client });
    head.createSpan({ cls: 'vaultd-protocol', text: entry.protocol });
    head.createSpan({ cls: 'vaultd-time', text: describeTime(entry.at, new Date()) });
    if (entry.kind === 'denied') {
      element.addClass('is-denied');
      element.createDiv({ cls: 'vaultd-what', text: `Refused: ${entry.message}` });
      if (entry.rule) element.createDiv({ cls: 'vaultd-rule', text: `Rule: ${entry.rule}` });
      return;
    }
    this.#drawWhat(element, entry);
    this.#drawActions(element, entry);
  }

  #drawWhat(element: HTMLElement, entry: StepEntry): void {
    const { before, path, after } = toStepWords(entry);
    const what = element.createDiv({ cls: 'vaultd-what' });
    what.createSpan({ text: before });
    const [first, ...others] = sortFiles(entry);
    if (first === undefined || !hasNote(first)) what.createSpan({ text: path });
    else this.#drawLink(what, path);
    what.createSpan({ text: after });
    const files = element.createDiv({ cls: 'vaultd-files' });
    for (const file of others.slice(0, filesShown - 1)) {
      if (hasNote(file)) this.#drawLink(files, pathNow(file));
    }
  }

  #drawLink(parent: HTMLElement, path: string): void {
    const link = parent.createEl('a', { cls: 'vaultd-open', text: path, href: '#' });
    link.addEventListener('click', (event) => {
      event.preventDefault();
      void this.#desk.open(path);
    });
  }

  #drawActions(element: HTMLElement, entry: StepEntry): void {
    const row = element.createDiv({ cls: 'vaultd-actions' });
    const show = row.createEl('button', { text: 'Show diff' });
    show.addEventListener('click', () =>
      new ChangeModal(this.app, this.#desk.daemon, entry.id).open(),
    );
    if (entry.undone_by !== undefined) {
      element.addClass('is-undone');
      row.createSpan({ cls: 'vaultd-undone', text: 'Undone' });
      return;
    }
    const undo = row.createEl('button', { text: 'Undo' });
    undo.addEventListener('click', () => void this.#undo(entry));
  }

  /** Asks once when several notes are touched, and names what came later. */
  async #undo(entry: StepEntry): Promise<void> {
    const { daemon, list, notes } = this.#desk;
    try {
      if (entry.files_total > 1 && !(await this.#confirm(entry))) return;
      for (const path of pathsOf(entry)) await notes.save(path);
      await daemon.call('UndoChange', { change: entry.id });
      await list.refresh();
    } catch (thrown) {
      new Notice(toSentence(thrown));
    }
  }

  async #confirm(entry: StepEntry): Promise<boolean> {
    const later = laterChanges(entry, this.#desk.list.entries);
    const lines = [
      `This undoes ${describeStep(entry)}, by ${entry.client}.`,
      ...later.map((each) => `Later: ${describeStep(each)}, by ${each.client}.`),
    ];
    const answer = await ask(this.app, `Undo a change of ${entry.files_total} files?`, lines, [
      { value: 'undo', label: 'Undo all', isMain: true },
      { value: 'keep', label: 'Cancel' },
    ]);
    return answer === 'undo';
  }
}
