import type { VaultPath } from '../../../contract/paths.ts';
import type {
  AppAnswer,
  AppCommand,
  AskedApp,
  Asker,
  SessionRef,
  WorkspaceEvent,
} from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Palette, Viewer } from '../hosts/host.ts';
import { commandFailed, hostError, unknownCommand } from '../hosts/host-errors.ts';

type Times = Readonly<Record<'appCommandMs' | 'appConsentMs' | 'appOpenMs', number>>;

interface CompanionsOptions {
  readonly clock: Clock;
  emit(event: WorkspaceEvent): void;
  /** How long answers may take. */
  readonly times?: Times;
}

interface Companion {
  readonly session: SessionRef;
  commands: readonly AppCommand[];
}

/** Apps with our plugin that are attached. The one that was heard last is asked. */
export class Companions implements Viewer {
  readonly #clock: Clock;
  readonly #emit: (event: WorkspaceEvent) => void;
  readonly #times: Times;
  /** By session, the one that was heard last at the end. */
  readonly #attached = new Map<string, Companion>();
  readonly #pending = new Map<string, PendingAnswer>();

  constructor({ clock, emit, times = workspaceLimits }: CompanionsOptions) {
    this.#clock = clock;
    this.#emit = emit;
    this.#times = times;
  }

  /** An app is there, and stays until its session ends. */
  attach(session: SessionRef): void {
    this.#hear(session);
  }

  /** What its palette has now. */
  offer(session: SessionRef, commands: readonly AppCommand[]): void {
    this.#hear(session).commands = commands;
  }

  get isAttached(): boolean {
    return this.#attached.size > 0;
  }

  async open(path: VaultPath, { newTab }: { newTab: boolean }, signal: AbortSignal): Promise<void> {
    const ms = this.#times.appOpenMs;
    const answer = await this.#ask(this.#last(), ms, signal, (asked) => ({
      kind: 'open-wanted',
      path,
      newTab,
      asked,
    }));
    if (answer.ok) return;
    throw hostError('app-file-missing', { path, message: 'Obsidian does not show the note.' });
  }

  /** The commands of the app that was heard last of those that have any; undefined when none has. */
  palette(by: Asker): Palette | undefined {
    const companion = this.#last((each) => each.commands.length > 0);
    if (companion === undefined) return undefined;
    return {
      commands: async () => [...companion.commands],
      run: (id, signal) => this.#run(companion, id, by, signal),
    };
  }

  /** False when that app was not asked this, or the answer is not wanted any more. */
  answer({ id }: SessionRef, call: string, answer: AppAnswer): boolean {
    return this.#find(id, call)?.end(answer) ?? false;
  }

  /** A person has to decide first, who needs longer than a program. The same result. */
  keepWaiting({ id }: SessionRef, call: string): boolean {
    return this.#find(id, call)?.restart(this.#times.appConsentMs) ?? false;
  }

  async #run(companion: Companion, id: string, by: Asker, signal: AbortSignal): Promise<void> {
    const command = companion.commands.find((each) => each.id === id);
    if (command === undefined) throw unknownCommand(id);
    const ms = this.#times.appCommandMs;
    const answer = await this.#ask(companion, ms, signal, (asked) => ({
      kind: 'command-wanted',
      asked,
      command,
      by,
    }));
    if (!answer.ok) throw commandFailed(id, answer);
  }

  async #ask(
    companion: Companion | undefined,
    ms: number,
    signal: AbortSignal,
    toEvent: (asked: AskedApp) => WorkspaceEvent,
  ): Promise<AppAnswer> {
    signal.throwIfAborted();
    if (companion === undefined || companion.session.ended.aborted) {
      throw hostError('app-not-running');
    }
    if (this.#pending.size >= workspaceLimits.appCallsMax) throw hostError('app-no-answer');
    const { id: session, ended } = companion.session;
    const asked: AskedApp = { call: newId(this.#clock.now()), session };
    const pending = new PendingAnswer(session, ms, AbortSignal.any([signal, ended]));
    this.#pending.set(asked.call, pending);
    this.#emit(toEvent(asked));
    const answer = await pending.answer;
    this.#pending.delete(asked.call);
    if (answer !== undefined) return answer;
    this.#emit({ kind: 'call-withdrawn', asked });
    signal.throwIfAborted();
    throw hostError(ended.aborted ? 'app-not-running' : 'app-no-answer');
  }

  #find(session: string, call: string): PendingAnswer | undefined {
    const pending = this.#pending.get(call);
    return pending?.session === session ? pending : undefined;
  }

  #hear(session: SessionRef): Companion {
    const { id, ended } = session;
    const known = this.#attached.get(id);
    const companion = known ?? { session, commands: [] };
    this.#attached.delete(id);
    this.#attached.set(id, companion);
    if (known === undefined) ended.addEventListener('abort', () => this.#attached.delete(id));
    return companion;
  }

  #last(fits: (companion: Companion) => boolean = () => true): Companion | undefined {
    return [...this.#attached.values()].findLast(fits);
  }
}

/** An answer that has not come yet. */
class PendingAnswer {
  readonly session: string;
  /** Undefined when none came in time. */
  readonly answer: Promise<AppAnswer | undefined>;
  readonly #gone: AbortSignal;
  #settle: (answer: AppAnswer | undefined) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(session: string, ms: number, gone: AbortSignal) {
    this.session = session;
    this.#gone = gone;
    this.answer = new Promise((resolve) => {
      this.#settle = resolve;
    });
    gone.addEventListener('abort', this.#giveUp);
    this.restart(ms);
  }

  /** Gives the answer this much time from now on. False when it has come. */
  restart(ms: number): boolean {
    if (!this.#isOpen) return false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#giveUp, ms);
    return true;
  }

  /** False when it has come before. */
  end(answer: AppAnswer | undefined): boolean {
    if (!this.#isOpen) return false;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#gone.removeEventListener('abort', this.#giveUp);
    this.#settle(answer);
    return true;
  }

  readonly #giveUp = (): void => {
    this.end(undefined);
  };
}
