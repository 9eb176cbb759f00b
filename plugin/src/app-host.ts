import { type App, MarkdownView, TFile } from 'obsidian';
import { isNeverRun } from '../../src/contract/app-commands.ts';
import { isRecord } from '../../src/kit/records.ts';
import { ask } from './ask.ts';
import type { Daemon, DaemonEvent } from './daemon.ts';
import type { OpenNotes } from './open-notes.ts';
import type { Range } from './report.ts';
import type { Reporter } from './reporter.ts';
import type { CommandChoice } from './settings.ts';
import { executeCommand, listCommands, type PaletteCommand } from './unofficial.ts';

/** The list of commands is offered at most once in this time. */
const offerMs = 1000;

export interface AppHostOptions {
  readonly app: App;
  readonly daemon: Daemon;
  readonly notes: OpenNotes;
  readonly reporter: Reporter;
  readonly choiceOf: (command: string) => CommandChoice | undefined;
  readonly keepChoice: (command: string, choice: CommandChoice) => Promise<void>;
}

/** Does in the app what agents ask for: shows notes, saves them, runs commands that the user allows. */
export class AppHost {
  readonly #options: AppHostOptions;
  /** Commands that the user has allowed until the app closes. */
  readonly #allowed = new Set<string>();
  /** Questions to the user, by call. */
  readonly #asked = new Map<string, AbortController>();
  #offered = '';
  #timer: number | undefined;

  constructor(options: AppHostOptions) {
    this.#options = options;
  }

  take({ type, data }: DaemonEvent): void {
    if (type === 'OpenWanted') void this.#open(data);
    else if (type === 'SaveWanted') void this.#save(String(data.path));
    else if (type === 'CommandWanted') void this.#run(String(data.call), String(data.id), data);
    else if (type === 'CallWithdrawn') this.#asked.get(String(data.call))?.abort();
  }

  /** Shows a file of the vault; false for a path that is none. */
  async show(path: string, selection?: Range, isNewTab = false): Promise<boolean> {
    const { app, notes, reporter } = this.#options;
    const file = app.vault.getAbstractFileByPath(path);
    if (!(file instanceof TFile)) return false;
    const { workspace } = app;
    const open = isNewTab ? undefined : notes.leafOf(path);
    const leaf = open ?? workspace.getLeaf(isNewTab ? 'tab' : false);
    if (open === undefined) await leaf.openFile(file, { active: true });
    else {
      await leaf.loadIfDeferred();
      await workspace.revealLeaf(leaf);
      // The window of another program keeps the keyboard.
      workspace.setActiveLeaf(leaf, { focus: activeDocument.hasFocus() });
    }
    if (selection && leaf.view instanceof MarkdownView) select(leaf.view, selection);
    reporter.mark();
    return true;
  }

  /** Offers the commands of the palette to agents, when they are others than before. */
  offer(): void {
    this.#timer ??= window.setTimeout(() => {
      this.#timer = undefined;
      void this.#sendOffer();
    }, offerMs);
  }

  /** What was offered ends with a connection. */
  async attach(): Promise<void> {
    this.#offered = '';
    await this.#sendOffer();
  }

  stop(): void {
    for (const question of this.#asked.values()) question.abort();
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #sendOffer(): Promise<void> {
    const { app, daemon } = this.#options;
    const commands = listCommands(app)
      ?.filter(({ id }) => !isNeverRun(id))
      .map(({ id, name }) => ({ id, name }));
    const offered = JSON.stringify(commands);
    if (commands === undefined || offered === this.#offered || daemon.vault === undefined) return;
    this.#offered = offered;
    await daemon.call('OfferCommands', { commands }).catch(() => {
      this.#offered = '';
    });
  }

  async #open(data: DaemonEvent['data']): Promise<void> {
    const isNewTab = data.new_tab === true;
    const shown = await this.show(String(data.path), toRange(data.selection), isNewTab).catch(
      () => false,
    );
    await this.#options.reporter.flush();
    if (data.call !== undefined) await this.#answer('OpenDone', { call: data.call, shown });
  }

  async #save(path: string): Promise<void> {
    const { notes, reporter } = this.#options;
    await notes.save(path).catch(() => undefined);
    await reporter.repeat();
  }

  async #run(call: string, id: string, { client }: DaemonEvent['data']): Promise<void> {
    const refusal =
      (await this.#refusalOf(call, id, typeof client === 'string' ? client : 'An agent')) ??
      execute(this.#options.app, id);
    await this.#answer('CommandDone', { call, ok: refusal === undefined, ...refusal });
  }

  /** Why a command is not run; undefined when it may be. */
  async #refusalOf(call: string, id: string, client: string): Promise<Refusal | undefined> {
    const { app, choiceOf } = this.#options;
    const command = listCommands(app)?.find((each) => each.id === id);
    if (isNeverRun(id)) return refused(`Agents may not run "${id}".`);
    if (command === undefined) {
      return { why: 'unknown', message: `The app has no command "${id}" at the moment.` };
    }
    const choice = choiceOf(id);
    if (choice === 'always' || this.#allowed.has(id)) return undefined;
    const isAllowed = choice !== 'never' && (await this.#consent(call, command, client));
    return isAllowed ? undefined : refused(`The user does not allow "${command.name}".`);
  }

  /** Asks the user. An answer to a question that was withdrawn meanwhile runs nothing. */
  async #consent(call: string, command: PaletteCommand, client: string): Promise<boolean> {
    const { app, keepChoice } = this.#options;
    const withdrawn = new AbortController();
    this.#asked.set(call, withdrawn);
    void this.#answer('CommandPending', { call });
    const answer = await ask(
      app,
      'Run a command for an agent?',
      [`${client} wants to run: ${command.name}`],
      [
        { value: 'run', label: 'Run', isMain: true },
        { value: 'always', label: 'Always run this command' },
        { value: 'never', label: 'Never run this command' },
      ],
      withdrawn.signal,
    );
    this.#asked.delete(call);
    if (answer === 'always' || answer === 'never') await keepChoice(command.id, answer);
    if (answer === 'run') this.#allowed.add(command.id);
    return answer === 'run' || answer === 'always';
  }

  /** An answer that comes too late is dropped by the daemon. */
  async #answer(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#options.daemon.call(method, params).catch(() => undefined);
  }
}

interface Refusal {
  readonly why: 'refused' | 'unknown' | 'failed';
  readonly message: string;
}

function refused(message: string): Refusal {
  return { why: 'refused', message };
}

/** Runs a command; says why where that failed. */
function execute(app: App, id: string): Refusal | undefined {
  try {
    if (executeCommand(app, id)) return undefined;
    return { why: 'failed', message: 'The command cannot be run at the moment.' };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { why: 'failed', message: `The command failed: ${why}` };
  }
}

function select(view: MarkdownView, { start, end }: Range): void {
  if (view.getMode() === 'preview') {
    view.setEphemeralState({ line: start.line });
    return;
  }
  const from = { line: start.line, ch: start.character };
  const to = { line: end.line, ch: end.character };
  view.editor.setSelection(from, to);
  view.editor.scrollIntoView({ from, to }, true);
}

function toRange(value: unknown): Range | undefined {
  if (!isRecord(value) || !isPlace(value.start) || !isPlace(value.end)) return undefined;
  return { start: value.start, end: value.end };
}

function isPlace(value: unknown): value is Range['start'] {
  return isRecord(value) && typeof value.line === 'number' && typeof value.character === 'number';
}
