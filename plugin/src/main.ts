import { FileSystemAdapter, Menu, Notice, Plugin } from 'obsidian';
import { createEmitter } from '../../src/kit/emitter.ts';
import { toRecord } from '../../src/kit/records.ts';
import { ActivityList } from './activity-list.ts';
import { type ActivityDesk, ActivityView, activityViewType } from './activity-view.ts';
import { AgentMarks } from './agent-marks.ts';
import { AppHost } from './app-host.ts';
import { ChangeModal } from './change-modal.ts';
import { type Actions, addCommands, addMenus } from './commands.ts';
import { type Attachment, Daemon, type DaemonEvent, reportError } from './daemon.ts';
import { listenToEditors } from './editor-listener.ts';
import { toSentence } from './failures.ts';
import { Mentions, SessionChooser } from './mentions.ts';
import { offerHotkey } from './offer-hotkey.ts';
import { OpenNotes } from './open-notes.ts';
import { ProposalView, proposalViewType } from './proposal-view.ts';
import { Proposals } from './proposals.ts';
import { RenderedSections } from './reading-view.ts';
import { Reporter } from './reporter.ts';
import { defaultSettings, parseSettings, type Settings } from './settings.ts';
import { CompanionSettingTab, type SettingsDesk } from './settings-tab.ts';
import { addCommand, describeState, drawStatus, startCommand } from './status-bar.ts';
import { openOwnSettings } from './unofficial.ts';

/** Attaches the app to a vaultd daemon. Loading only registers; work begins when the layout is ready. */
export default class CompanionPlugin extends Plugin {
  #settings: Settings = defaultSettings;
  #isPaused = false;
  #isPrivate = false;
  /** False while the plugin or the app ends. */
  #isActive = true;
  #statusBar: HTMLElement | undefined;
  readonly #activeChanges = createEmitter<undefined>(reportError);
  readonly #sections = new RenderedSections();
  readonly #marks = new AgentMarks();
  /** Which agent changed an open note last, by path. */
  readonly #changedBy = new Map<string, { readonly client: string; readonly step: string }>();
  readonly #notes = new OpenNotes(this.app, this.#sections);
  readonly #daemon = new Daemon({
    version: this.manifest.version,
    folder: this.#folder,
    socket: () => this.#settings.socket,
  });
  readonly #reporter = new Reporter({
    daemon: this.#daemon,
    read: () => this.#notes.read(),
    isPaused: () => this.#isPaused,
    showsProposals: () => this.#settings.showProposals,
    onPrivate: (isPrivate) => {
      if (isPrivate === this.#isPrivate) return;
      this.#isPrivate = isPrivate;
      this.#drawStatus();
    },
  });
  readonly #host = new AppHost({
    app: this.app,
    daemon: this.#daemon,
    notes: this.#notes,
    reporter: this.#reporter,
    choiceOf: (command) => this.#settings.commands[command],
    keepChoice: (command, choice) =>
      this.#change({ commands: { ...this.#settings.commands, [command]: choice } }),
  });
  readonly #proposals = new Proposals({
    app: this.app,
    daemon: this.#daemon,
    notes: this.#notes,
    showsProposals: () => this.#settings.showProposals,
    isActive: () => this.#isActive,
    onCount: () => this.#drawStatus(),
  });
  readonly #activity = new ActivityList(this.#daemon);
  readonly #mentions = new Mentions(this.#daemon, this.#notes);

  onload(): void {
    this.registerEditorExtension([
      listenToEditors({
        changed: () => this.#reporter.mark(),
        edited: (path) => this.#notes.noteEdited(path),
      }),
      this.#marks.extension,
    ]);
    this.registerMarkdownPostProcessor((element, context) =>
      this.#sections.remember(element, context),
    );
    this.registerView(proposalViewType, (leaf) => new ProposalView(leaf, this.#proposals));
    this.registerView(activityViewType, (leaf) => new ActivityView(leaf, this.#activityDesk()));
    const actions = this.#actions();
    addCommands(this, actions);
    addMenus(this, actions);
    this.#statusBar = this.addStatusBarItem();
    this.registerDomEvent(this.#statusBar, 'click', (event) => this.#showMenu(event));
    this.addSettingTab(new CompanionSettingTab(this.app, this, this.#settingsDesk()));
    this.register(this.#daemon.onChange((state) => this.#onState(state)));
    this.register(this.#daemon.onEvent((event) => this.#onEvent(event)));
    this.#drawStatus();
    this.app.workspace.onLayoutReady(() => void this.#begin().catch(reportError));
  }

  onunload(): void {
    this.#end();
  }

  async onExternalSettingsChange(): Promise<void> {
    this.#settings = parseSettings(await this.loadData());
    await this.#reporter.repeat();
  }

  get #folder(): string {
    const { adapter } = this.app.vault;
    return adapter instanceof FileSystemAdapter ? adapter.getBasePath() : '';
  }

  async #begin(): Promise<void> {
    this.#settings = parseSettings(await this.loadData());
    if (!this.#isActive) return;
    this.#isPaused = this.#settings.pausedAtStart;
    this.#listen();
    this.#notes.noteActive(this.app.workspace.getMostRecentLeaf());
    this.#daemon.start();
    if (this.#settings.activityAtStart) await this.#showActivity();
  }

  #end(): void {
    this.#isActive = false;
    this.#daemon.stop();
    this.#reporter.stop();
    this.#host.stop();
    this.#activity.stop();
    this.#marks.clear();
  }

  /** Events of the app. Before the layout is ready it reports every file as new. */
  #listen(): void {
    const { workspace, vault } = this.app;
    const mark = () => this.#reporter.mark();
    this.registerEvent(
      workspace.on('active-leaf-change', (leaf) => {
        this.#notes.noteActive(leaf);
        this.#activeChanges.emit(undefined);
        mark();
      }),
    );
    this.registerEvent(
      workspace.on('file-open', () => {
        this.#notes.noteActive(workspace.getMostRecentLeaf());
        this.#activeChanges.emit(undefined);
        mark();
      }),
    );
    this.registerEvent(
      workspace.on('layout-change', () => {
        mark();
        this.#host.offer();
      }),
    );
    this.registerEvent(workspace.on('quit', () => this.#end()));
    this.registerEvent(vault.on('rename', mark));
    this.registerEvent(vault.on('delete', mark));
    this.registerEvent(
      vault.on('modify', ({ path }) => {
        this.#notes.noteWritten(path);
        mark();
      }),
    );
    this.#listenTo(activeDocument);
    this.registerEvent(workspace.on('window-open', ({ doc }) => this.#listenTo(doc)));
  }

  /** A selection in reading view is one of its document. */
  #listenTo(document: Document): void {
    this.registerDomEvent(document, 'selectionchange', () => {
      if (this.#notes.activeView?.getMode() === 'preview') this.#reporter.mark();
    });
  }

  #onState({ kind }: Attachment): void {
    this.#drawStatus();
    if (kind === 'attached') void this.#onAttached().catch(reportError);
    else if (kind === 'waiting') this.#proposals.disconnect();
  }

  async #onAttached(): Promise<void> {
    await this.#reporter.repeat();
    await this.#host.attach();
    await this.#proposals.sync();
    await this.#activity.refresh();
  }

  #onEvent(event: DaemonEvent): void {
    this.#host.take(event);
    this.#proposals.take(event);
    this.#activity.take(event);
    if (event.type === 'NoteChanged') void this.#onNoteChanged(event.data).catch(reportError);
    // Our own reports come back as well: to answer at once would be a report for each round trip.
    if (event.type === 'EditorStateChanged') this.#reporter.mark();
  }

  /** An agent has changed a note that is open: its lines are marked, and its menu says so. */
  async #onNoteChanged({ path, origin }: DaemonEvent['data']): Promise<void> {
    const { step, client } = toRecord(origin);
    if (typeof path !== 'string' || typeof step !== 'string' || typeof client !== 'string') return;
    if (this.#notes.leafOf(path) === undefined) return;
    this.#changedBy.set(path, { client, step });
    if (!this.#settings.markEdits || this.#notes.viewsOf(path).length === 0) return;
    interface Shown {
      readonly files: readonly { path: string; before?: string; after?: string }[];
    }
    const { files } = await this.#daemon.call<Shown>('GetChange', { change: step });
    const file = files.find((each) => each.path === path);
    if (file?.before === undefined || file.after === undefined) return;
    this.#marks.mark(path, { before: file.before, after: file.after });
  }

  #actions(): Actions {
    return {
      canMention: () => this.#notes.active !== undefined,
      mentionActive: () => this.#mention(),
      mentionTo: () => this.#mentionTo(),
      mentionFiles: (paths) => this.#mentions.mention(paths),
      togglePause: () => this.#togglePause(),
      showActivity: () => this.#showActivity(),
      reviewNext: () => this.#proposals.reveal(),
      changedBy: (path) => this.#changedBy.get(path)?.client,
      showChange: (path) => {
        const { step } = this.#changedBy.get(path) ?? {};
        if (step !== undefined) new ChangeModal(this.app, this.#daemon, step).open();
      },
    };
  }

  async #mention(): Promise<void> {
    await this.#mentions.mentionActive();
    if (this.#settings.isKeyOffered) return;
    await this.#change({ isKeyOffered: true });
    offerHotkey(this.app);
  }

  async #mentionTo(): Promise<void> {
    try {
      const sessions = await this.#mentions.listSessions();
      // Without a session the daemon says how to get one.
      if (sessions.length === 0) await this.#mentions.mentionActive();
      else {
        const choose = ({ id }: { id: string }) => void this.#mentions.mentionActive(id);
        new SessionChooser(this.app, sessions, choose).open();
      }
    } catch (thrown) {
      new Notice(toSentence(thrown));
    }
  }

  async #togglePause(): Promise<void> {
    this.#isPaused = !this.#isPaused;
    this.#drawStatus();
    await this.#reporter.flush();
  }

  async #showActivity(): Promise<void> {
    const { workspace } = this.app;
    const leaf = await workspace.ensureSideLeaf(activityViewType, 'right', { active: false });
    await workspace.revealLeaf(leaf);
  }

  #activityDesk(): ActivityDesk {
    return {
      daemon: this.#daemon,
      list: this.#activity,
      notes: this.#notes,
      onActive: (listener) => this.#activeChanges.on(listener),
      open: async (path) => {
        if (!(await this.#host.show(path))) new Notice(`There is no file ${path} any more.`);
      },
    };
  }

  #settingsDesk(): SettingsDesk {
    return {
      daemon: this.#daemon,
      folder: this.#folder,
      settings: () => this.#settings,
      change: (settings) => this.#change(settings),
      checkSocket: async (path) => {
        const { mayBeSocket } = await import('./wire.ts');
        return path === '' || (await mayBeSocket(path)) ? '' : `There is no socket at ${path}.`;
      },
    };
  }

  async #change(changes: Partial<Settings>): Promise<void> {
    const before = this.#settings;
    this.#settings = { ...before, ...changes };
    await this.saveData(this.#settings);
    if (this.#settings.socket !== before.socket) this.#daemon.start();
    if (this.#settings.showProposals !== before.showProposals) await this.#reporter.repeat();
  }

  #drawStatus(): void {
    if (this.#statusBar === undefined) return;
    drawStatus(this.#statusBar, {
      state: this.#daemon.state,
      isPaused: this.#isPaused,
      waiting: this.#proposals.count,
      isPrivate: this.#isPrivate,
    });
  }

  #showMenu(event: MouseEvent): void {
    const { state } = this.#daemon;
    const menu = new Menu();
    const line = (text: string) => menu.addItem((item) => item.setTitle(text).setIsLabel(true));
    const act = (text: string, icon: string, run: () => unknown) =>
      menu.addItem((item) =>
        item
          .setTitle(text)
          .setIcon(icon)
          .onClick(() => void run()),
      );
    line(describeState(state));
    if (state.kind === 'waiting') line(`Start one in a terminal: ${startCommand}`);
    if (state.kind === 'not-served') line(`Add it in a terminal: ${addCommand(this.#folder)}`);
    if (this.#isPrivate) line('This note is not shared with assistants.');
    menu.addSeparator();
    act(this.#isPaused ? 'Resume sharing' : 'Pause sharing', 'pause', () => this.#togglePause());
    if (this.#proposals.count > 0) {
      act('Review proposed changes', 'file-diff', () => this.#proposals.reveal());
    }
    act('Show agent activity', 'history', () => this.#showActivity());
    if (state.kind !== 'attached') act('Connect again', 'refresh-cw', () => this.#daemon.start());
    act('Open settings', 'settings', () => openOwnSettings(this.app, this.manifest.id));
    menu.showAtMouseEvent(event);
  }
}
